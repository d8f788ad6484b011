package io.github.restcomparison.vertxrest;

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
import org.junit.jupiter.params.provider.CsvSource;

class VertxRestTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(100));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({"native, event-loop", "nio, event-loop", "native, virtual"})
  void keepsTheContract(String transport, String threads) throws IOException {
    try (RunningService service = start(transport, threads)) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
  }

  @Test
  void thousandRequestsWaitAtOnceOnTwoEventLoops() throws Exception {
    try (RunningService service = start("native", "event-loop")) {
      Burst.of(service.uri(), 1_000, PATIENCE);
      Burst burst = Burst.of(service.uri(), 1_000, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(1_000);
      assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(2));
      assertThat(service.requests().seen()).isEqualTo(2_000);
    }
  }

  /** The timers of their requests, of a minute each, are cancelled as soon as they leave. */
  @Test
  void clientsThatLeaveTakeTheirRequestsWithThem() throws Exception {
    RunningService service = start(Map.of("DELAY_MS", "60000"));
    Burst.thatLeaves(service, 300, PATIENCE);
    assertThat(service.requests().seen()).isEqualTo(300);
    service.requests().awaitAnswers(10_000);
    assertThat(service.requests().inFlight()).isZero();
    long start = System.nanoTime();
    service.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
  }

  private static RunningService start(String transport, String threads) throws IOException {
    return start(Map.of("TRANSPORT", transport, "THREADS", threads));
  }

  private static RunningService start(Map<String, String> settings) throws IOException {
    Map<String, String> all = new HashMap<>();
    all.put("PORT", "0");
    all.put("DELAY_MS", Long.toString(DELAY.mean().toMillis()));
    all.put("EVENT_LOOPS", "2");
    all.putAll(settings);
    return Main.start(Settings.of(all));
  }
}
