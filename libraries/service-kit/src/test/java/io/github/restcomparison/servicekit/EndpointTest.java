package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {

  @Test
  void listensOnTheLoopbackAddressAndWaits100MsWhereNothingIsSaid() {
    assertThat(Endpoint.of(Settings.of(Map.of()), 8081))
        .isEqualTo(
            new Endpoint(
                "127.0.0.1",
                8081,
                DrivenDelay.ofService(new Delay.Fixed(Duration.ofMillis(100))),
                4096));
  }

  @ParameterizedTest
  @CsvSource({
    "PORT,65536",
    "PORT,-1",
    "DELAY_MS,600001",
    "DELAY_MS,-1",
    "WAIT,long",
    "BACKLOG,0",
    "HOST,a b",
    "HOST,[::1]x"
  })
  void refusesWhatCannotBeUsedByName(String variable, String value) {
    assertThatThrownBy(() -> Endpoint.of(Settings.of(Map.of(variable, value)), 8081))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(variable + " (-D")
        .hasMessageContaining("'" + value + "': it may be ");
  }

  @Test
  void serverThatIsOutOfSupportBindsTheLoopbackAddressAlone() {
    assertThat(Endpoint.onLoopback(Settings.of(Map.of("HOST", "127.0.0.2")), 8092).host())
        .isEqualTo("127.0.0.2");
    assertThatThrownBy(() -> Endpoint.onLoopback(Settings.of(Map.of("HOST", "0.0.0.0")), 8092))
        .hasMessage(
            "HOST (-Dhost) is '0.0.0.0': it may be a loopback address: this server is out of"
                + " support");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, http://127.0.0.1:9/myapp/myresource",
    "localhost, http://localhost:9/myapp/myresource",
    "::1, http://[::1]:9/myapp/myresource"
  })
  void theResourceIsAtThePortThatIsReallyBound(String host, String uri) {
    Endpoint endpoint = Endpoint.of(Settings.of(Map.of("HOST", host, "PORT", "0")), 8081);
    assertThat(endpoint.resource(9)).hasToString(uri);
  }
}
