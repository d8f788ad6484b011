package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest {
  @TempDir private Path folder;

  private static Protocol of(String... settings) {
    return Protocol.of(
        Settings.of(
            settings.length == 2
                ? Map.of("PROTOCOL", settings[0], "KEY_STORE", settings[1])
                : Map.of("PROTOCOL", settings[0])));
  }

  @Test
  void isHttp1WithoutTlsWhereNothingIsSaid() {
    Protocol protocol = Protocol.of(Settings.of(Map.of()));
    assertThat(protocol).isEqualTo(new Protocol.Http1());
    Endpoint endpoint = Endpoint.of(Settings.of(Map.of()), 1);
    assertThat(protocol.resource(endpoint, 80))
        .isEqualTo(URI.create("http://127.0.0.1:80/myapp/myresource"));
  }

  @Test
  void tlsHasItsKeyFromAFile() throws IOException {
    Path key = Files.createFile(folder.resolve("key.p12"));
    assertThat(of("http1-tls", key.toString())).isEqualTo(new Protocol.Tls(key, false));
    Protocol http2 = of("http2", key.toString());
    assertThat(http2).isEqualTo(new Protocol.Tls(key, true));
    assertThat(http2.resource(Endpoint.of(Settings.of(Map.of()), 1), 443).getScheme())
        .isEqualTo("https");
    assertThat(of("h2c")).isEqualTo(new Protocol.ClearHttp2());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http1-tls", "http2"})
  void withoutAKeyThereIsNoTls(String protocol) {
    String missing = folder.resolve("none.p12").toString();
    assertThatThrownBy(() -> of(protocol, missing))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "KEY_STORE (-DkeyStore) is '%s': it may be a PKCS#12 file, which TLS has its key from"
                .formatted(missing));
    assertThatThrownBy(() -> of(protocol))
        .hasMessageContaining("KEY_STORE (-DkeyStore) is '': it may be");
    assertThatThrownBy(() -> of("http3"))
        .hasMessage(
            "PROTOCOL (-Dprotocol) is 'http3': it may be http1 or http1-tls or http2 or h2c");
  }
}
