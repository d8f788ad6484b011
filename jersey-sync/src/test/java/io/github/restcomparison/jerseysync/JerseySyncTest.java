package io.github.restcomparison.jerseysync;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JerseySyncTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({"200, 200", "20, 20", "virtual, 2147483647"})
  void keepsTheContract(String workers, int bound) throws IOException {
    try (RunningService service = start(workers)) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.of(bound))).isEmpty();
    }
  }

  /** Six requests on two threads take three turns. */
  @Test
  void requestsBeyondTheWorkersWaitForOne() throws Exception {
    try (RunningService service = start("2")) {
      Burst.of(service.uri(), 6, PATIENCE); // the JVM is cold
      Burst burst = Burst.of(service.uri(), 6, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(6);
      assertThat(burst.slowest()).isBetween(Duration.ofMillis(150), Duration.ofMillis(440));
    }
  }

  @Test
  void virtualThreadsWaitAllAtOnce() throws Exception {
    try (RunningService service = start("virtual")) {
      Burst.of(service.uri(), 300, PATIENCE);
      Burst burst = Burst.of(service.uri(), 300, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(300);
      assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(3));
      assertThat(service.requests().seen()).isEqualTo(600);
    }
  }

  @Test
  void thousandConnectionsAtOnceAreAllAccepted() throws Exception {
    try (RunningService service = start("200")) {
      assertThat(Burst.of(service.uri(), 1_000, PATIENCE).answeredRightly()).isEqualTo(1_000);
      assertThat(service.requests().seen()).isEqualTo(1_000);
    }
  }

  private static RunningService start(String workers) throws IOException {
    return Main.start(Settings.of(Map.of("PORT", "0", "DELAY_MS", "50", "WORKERS", workers)));
  }
}
