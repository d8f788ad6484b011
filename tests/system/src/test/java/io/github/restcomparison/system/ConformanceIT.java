package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.conformance.Conformance;
import io.github.restcomparison.runner.variants.Variant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Malformed, oversized and hostile requests, to one variant of each service. */
class ConformanceIT {
  @ParameterizedTest
  @MethodSource("io.github.restcomparison.system.Services#services")
  void doesWithEachRowWhatTheTablesSay(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=0")) {
      String stack = service.service();
      assertThat(Conformance.unexpected(jar.ready(), stack, Services.isCore(service))).isEmpty();
    }
  }
}
