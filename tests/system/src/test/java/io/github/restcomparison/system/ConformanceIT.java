package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.system.conformance.Conformance;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.JarProcess;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Malformed, oversized and hostile requests, to one variant of each service. */
class ConformanceIT {
  @ParameterizedTest
  @MethodSource(Services.CURRENT)
  void doesWithEachRowWhatTheTablesSay(Variant variant) throws Exception {
    try (InProcessService service = InProcessService.start(variant, "DELAY_MS=0")) {
      check(variant, service.resource());
    }
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.HISTORICAL)
  void historicalServersToo(Variant variant) throws Exception {
    try (JarProcess jar = JarProcess.start(variant, "PORT=0", "DELAY_MS=0")) {
      check(variant, jar.ready());
    }
  }

  private static void check(Variant variant, URI service) throws InterruptedException {
    assertThat(Conformance.unexpected(service, variant.service(), Services.isCore(variant)))
        .isEmpty();
  }
}
