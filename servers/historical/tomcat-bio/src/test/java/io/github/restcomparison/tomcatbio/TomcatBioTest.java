package io.github.restcomparison.tomcatbio;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TomcatBioTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({"bio, blocking", "bio, start", "nio, blocking", "nio, start"})
  void keepsTheContract(String connector, String mode) throws Exception {
    try (RunningService service = start(Map.of("CONNECTOR", connector, "MODE", mode))) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
      assertThat(service.configuration()).containsEntry("transport", connector.toUpperCase());
    }
  }

  @ParameterizedTest
  @CsvSource({"bio, blocking", "bio, start", "nio, blocking", "nio, start"})
  void answersWhatIsInFlightWhenItCloses(String connector, String mode) throws Exception {
    RunningService service = start(Map.of("DELAY_MS", "200", "CONNECTOR", connector, "MODE", mode));
    assertThat(Burst.whileClosing(service, 20, PATIENCE).answeredRightly()).isEqualTo(20);
  }

  /** Six requests on two threads take three turns. */
  @ParameterizedTest
  @CsvSource({"bio", "nio"})
  void requestsBeyondTheWorkersWaitForOne(String connector) throws Exception {
    try (RunningService service = start(Map.of("CONNECTOR", connector, "WORKERS", "2"))) {
      Burst.of(service.uri(), 6, PATIENCE); // the JVM is cold
      Burst burst = Burst.of(service.uri(), 6, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(6);
      assertThat(burst.slowest()).isBetween(Duration.ofMillis(150), Duration.ofMillis(440));
    }
  }

  private static RunningService start(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("PORT", "0", "DELAY_MS", "50"));
    all.putAll(settings);
    return Main.start(Settings.of(all));
  }
}
