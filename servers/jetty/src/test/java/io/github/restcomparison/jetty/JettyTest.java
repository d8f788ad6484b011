package io.github.restcomparison.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JettyTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({"blocking, 200", "blocking, virtual", "complete, 8", "resume, 8"})
  void keepsTheContract(String mode, String workers) throws Exception {
    try (RunningService service = start(Map.of("MODE", mode, "WORKERS", workers))) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"blocking, 200", "blocking, virtual", "complete, 8", "resume, 8"})
  void answersWhatIsInFlightWhenItCloses(String mode, String workers) throws Exception {
    RunningService service = start(Map.of("DELAY_MS", "200", "MODE", mode, "WORKERS", workers));
    assertThat(Burst.whileClosing(service, 20, PATIENCE).answeredRightly()).isEqualTo(20);
  }

  /** Six requests on two threads take three turns. */
  @Test
  void requestsBeyondTheWorkersWaitForOne() throws Exception {
    try (RunningService service = start(Map.of("WORKERS", "2"))) {
      Burst.of(service.uri(), 6, PATIENCE); // the JVM is cold
      Burst burst = Burst.of(service.uri(), 6, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(6);
      assertThat(burst.slowest()).isBetween(Duration.ofMillis(150), Duration.ofMillis(440));
    }
  }

  @ParameterizedTest
  @CsvSource({"complete", "resume"})
  void suspendedRequestsHoldNoWorker(String mode) throws Exception {
    try (RunningService service = start(Map.of("MODE", mode, "WORKERS", "8"))) {
      Burst.of(service.uri(), 300, PATIENCE);
      Burst burst = Burst.of(service.uri(), 300, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(300);
      assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(3));
      assertThat(service.requests().seen()).isEqualTo(600);
    }
  }

  private static RunningService start(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("PORT", "0", "DELAY_MS", "50"));
    all.putAll(settings);
    return Main.start(Settings.of(all));
  }
}
