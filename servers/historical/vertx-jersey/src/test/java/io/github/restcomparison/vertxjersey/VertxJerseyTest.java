package io.github.restcomparison.vertxjersey;

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

class VertxJerseyTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void keepsTheContract() throws Exception {
    try (RunningService service = start(Map.of())) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
  }

  @Test
  void suspendedRequestsHoldNoEventLoop() throws Exception {
    try (RunningService service = start(Map.of("EVENT_LOOPS", "1"))) {
      Burst.of(service.uri(), 300, PATIENCE);
      Burst burst = Burst.of(service.uri(), 300, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(300);
      assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(3));
      assertThat(service.requests().seen()).isEqualTo(600);
    }
  }

  @Test
  void answersWhatIsInFlightWhenItCloses() throws Exception {
    RunningService service = start(Map.of("DELAY_MS", "200"));
    assertThat(Burst.whileClosing(service, 20, PATIENCE).answeredRightly()).isEqualTo(20);
  }

  private static RunningService start(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("PORT", "0", "DELAY_MS", "50"));
    all.putAll(settings);
    return Main.start(Settings.of(all));
  }
}
