package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.system.driver.JarProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The contract and the threading model of WildFly behind httpd. In a process: WildFly runs once in
 * a JVM. Skipped without {@code -Pjboss} and Debian's apache2 and libapache2-mod-jk.
 */
@Tag("full")
@Order(3)
class JBossIT {
  private static final Variant JBOSS = Variant.named("jboss");
  private static final Duration DELAY = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WORKERS = 4;

  @BeforeAll
  static void itIsInstalled() {
    Optional<String> missing = JBOSS.missingRequirement(Path.of("../.."));
    assumeTrue(missing.isEmpty(), () -> missing.orElseThrow());
  }

  @Test
  void keepsTheContractAndItsModel() throws Exception {
    try (JarProcess jar =
        JarProcess.start(JBOSS, "PORT=0", "DELAY_MS=" + DELAY.toMillis(), "WORKERS=" + WORKERS)) {
      assertThat(
              ContractCheck.violations(
                  jar.ready(), DELAY, DELAY, JBOSS.maxWaiting(OptionalInt.of(WORKERS))))
          .isEmpty();
      // Requests beyond the workers wait for one; a busy host only makes it longer.
      Burst burst = Burst.of(jar.ready(), 3 * WORKERS, PATIENCE);
      assertThat(burst.rightResponses()).isEqualTo(3 * WORKERS);
      assertThat(burst.slowest()).isGreaterThanOrEqualTo(DELAY.multipliedBy(3));
    }
  }
}
