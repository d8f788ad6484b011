package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SettingsReaderTest {
  /** A service that has all settings of the kit, and starts nothing. */
  @Command(name = "sample")
  private static final class Sample extends Service {
    @Mixin private final Wait wait = new Wait();
    @Mixin private final Workers workers = new Workers();
    @Mixin private final ConnectionLimits limits = new ConnectionLimits();
    @Mixin private final Requests requests = new Requests();
    @Mixin private final Protocol protocol = new Protocol();
    @Mixin private final Metrics metrics = new Metrics();
    private boolean served;

    Sample() {
      super(0);
    }

    @Override
    protected StartedServer serve() {
      served = true;
      return null;
    }
  }

  private final Sample sample = new Sample();

  private Map<String, String> started(Map<String, String> environment, String... arguments)
      throws IOException {
    sample.start(environment::get, arguments);
    assertThat(sample.served).isTrue();
    return sample.settings();
  }

  private void assertRefused(String message, Map<String, String> environment, String... arguments) {
    assertThatThrownBy(() -> sample.start(environment::get, arguments))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(message);
    assertThat(sample.served).isFalse();
  }

  @Test
  void anOptionWinsOverTheEnvironmentAndThatOverTheDefault() throws IOException {
    assertThat(started(Map.of("DELAY_MS", "1", "WORKERS", " 7\n"), "--delay-ms", "2"))
        .containsEntry("delayMs", "2")
        .containsEntry("workers", "7")
        .containsEntry("backlog", "4096")
        .containsEntry("maxWaiting", "")
        .containsEntry("exitWithParent", "false");
  }

  @Test
  void aBlankVariableIsNotSet() throws IOException {
    assertThat(started(Map.of("HOST", " \t", "MAX_WAITING", "")))
        .containsEntry("host", "127.0.0.1")
        .containsEntry("maxWaiting", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "600000"})
  void bothEndsOfARangeAreValid(String delay) throws IOException {
    assertThat(started(Map.of("DELAY_MS", delay))).containsEntry("delayMs", delay);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "600001", "1.5", "100ms", "soon", "99999999999", "0x10", "1_0"})
  void anyOtherIntegerIsRefused(String delay) {
    assertRefused(
        "DELAY_MS: '%s' is not an integer in 0..600000".formatted(delay),
        Map.of("DELAY_MS", delay));
  }

  @Test
  void aSettingIsCalledAsItWasGiven() {
    assertRefused("--port: '65536' is not an integer in 0..65535", Map.of(), "--port", "65536");
    assertRefused("--port: '65536' is not an integer in 0..65535", Map.of(), "--port=65536");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "WAIT|long|'long' is not one of fixed, uniform, shared-tick",
        "PROTOCOL|http3|'http3' is not one of http1, http1-tls, http2, h2c",
        "METRICS|true|'true' is not one of on, off",
        "EXIT_WITH_PARENT|perhaps|'perhaps' is not one of true, false",
        "WORKERS|0|'0' is not an integer in 1..20000 or 'virtual'",
        "WORKERS|many|'many' is not an integer in 1..20000 or 'virtual'",
        "MAX_WAITING|unlimited|'unlimited' is not an integer in 0..1000000",
        "HOST|nope.invalid|'nope.invalid' cannot be resolved"
      })
  void anyOtherWordIsRefused(String variable, String value, String why) {
    assertRefused(variable + ": " + why, Map.of(variable, value));
  }

  @Test
  void whatIsNoSettingIsRefused() {
    assertRefused("unknown option '--wrokers'", Map.of(), "--wrokers", "1");
    assertRefused("unexpected argument 'x'", Map.of(), "x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\n2", "1\r\n2", "1\u20282"})
  void theMessageIsOneLineWhateverTheValue(String value) {
    assertRefused("BACKLOG: '1 2' is not an integer in 1..65535", Map.of("BACKLOG", value));
  }

  @Test
  void aTakenPortIsFoundBeforeAnythingIsStarted() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThatThrownBy(() -> sample.start(Map.of("PORT", port)::get))
          .isInstanceOf(BindException.class)
          .hasMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ");
      assertThat(sample.served).isFalse();
    }
  }

  @Test
  void tlsNeedsAKey() throws IOException {
    started(Map.of("PROTOCOL", "http2", "KEY_STORE", "/nowhere"));
    assertThat(sample.protocol.isTls()).isTrue();
    assertThatThrownBy(sample.protocol::keyStore)
        .hasMessage("KEY_STORE: '/nowhere' is not a readable PKCS#12 file; TLS needs a key");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, http://127.0.0.1:9/myapp/myresource",
    "localhost, http://localhost:9/myapp/myresource",
    "::1, http://[::1]:9/myapp/myresource"
  })
  void theResourceIsAtThePortThatIsBound(String host, String uri) {
    SettingsReader.read(sample, Map.of("HOST", host)::get);
    assertThat(sample.endpoint.resource(9)).hasToString(uri);
  }

  @Test
  void aServerOutOfSupportBindsLoopbackOnly() {
    SettingsReader.read(sample, Map.of("HOST", "127.0.0.2")::get);
    sample.endpoint.requireLoopback();
    Sample open = new Sample();
    SettingsReader.read(open, Map.of("HOST", "0.0.0.0")::get);
    assertThatThrownBy(open.endpoint::requireLoopback)
        .hasMessage("HOST: '0.0.0.0' is not a loopback address; this server is out of support");
  }

  @Test
  void virtualWorkersAreNoPool() throws IOException {
    started(Map.of("WORKERS", "virtual"));
    assertThat(sample.workers.areVirtual()).isTrue();
    assertThat(sample.workers.threads()).isZero();
  }
}
