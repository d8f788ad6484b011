package io.github.restcomparison.jerseyasync;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JerseyAsyncTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "thread", "managed"})
  void keepsTheContract(String executor) throws IOException {
    try (RunningService service = start(Map.of("EXECUTOR", executor))) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "thread", "managed"})
  void thousandRequestsWaitAtOnceOnAHandfulOfDispatchers(String executor) throws Exception {
    try (RunningService service = start(Map.of("EXECUTOR", executor, "DISPATCHERS", "2"))) {
      Burst.of(service.uri(), 1_000, PATIENCE);
      Burst burst = Burst.of(service.uri(), 1_000, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(1_000);
      // Two blocked threads would need 25 s.
      assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(3));
      assertThat(service.requests().seen()).isEqualTo(2_000);
    }
  }

  /** Six requests on two threads take three turns. */
  @Test
  void managedRequestsHoldAThreadOfJerseysPool() throws Exception {
    try (RunningService service = start(Map.of("EXECUTOR", "managed", "WORKERS", "2"))) {
      Burst.of(service.uri(), 6, PATIENCE); // the JVM is cold
      Burst burst = Burst.of(service.uri(), 6, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(6);
      assertThat(burst.slowest()).isBetween(Duration.ofMillis(150), Duration.ofMillis(440));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "thread", "managed"})
  void requestThatCannotBeAnsweredInTimeGets503(String executor) throws Exception {
    Map<String, String> late =
        Map.of("EXECUTOR", executor, "DELAY_MS", "5000", "TIMEOUT_MS", "100");
    try (RunningService service = start(late)) {
      Burst.of(service.uri(), 10, PATIENCE);
      Burst burst = Burst.of(service.uri(), 10, PATIENCE);
      assertThat(burst.answers()).extracting(Burst.Answer::status).containsOnly(503);
      assertThat(burst.slowest()).isBetween(Duration.ofMillis(100), Duration.ofSeconds(2));
    }
  }

  /**
   * Grizzly does not notice that a client has left before it writes to it: requests are held until
   * their wait is over, and released then. Otherwise the server could not stop at once.
   */
  @Test
  void clientsThatLeaveAreForgottenWhenTheWaitIsOver() throws Exception {
    RunningService service = start(Map.of("DELAY_MS", "1000"));
    Burst.thatLeaves(service, 300, PATIENCE);
    assertThat(service.requests().seen()).isEqualTo(300);
    service.requests().awaitAnswers(10_000);
    assertThat(service.requests().inFlight()).isZero();
    assertThat(Burst.of(service.uri(), 50, PATIENCE).answeredRightly()).isEqualTo(50);
    long start = System.nanoTime();
    service.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
  }

  private static RunningService start(Map<String, String> settings) throws IOException {
    Map<String, String> all = new HashMap<>(Map.of("PORT", "0", "DELAY_MS", "50"));
    all.putAll(settings);
    return Main.start(Settings.of(all));
  }
}
