package io.github.restcomparison.jboss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where there is no WildFly or no httpd with mod_jk, these tests say that they are skipped. */
class JBossTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(50));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @BeforeAll
  static void needsBothServers() {
    assumeThat(Path.of("target/wildfly/modules")).as("WildFly: build with -Pjboss").exists();
    assumeThat(Path.of("/usr/lib/apache2/modules/mod_jk.so")).as("httpd with mod_jk").exists();
  }

  @Test
  void keepsTheContract() throws Exception {
    try (RunningService service = start(Map.of())) {
      assertThat(ContractCheck.violations(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
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
