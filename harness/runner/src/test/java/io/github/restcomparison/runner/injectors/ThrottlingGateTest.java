package io.github.restcomparison.runner.injectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.injectors.Injectors.Throttling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThrottlingGateTest {
  private static List<String> objections(long periods, long throttled) {
    return InjectorGates.throttling(Optional.of(new Throttling(periods, throttled, 1_234_000)))
        .objections();
  }

  @Test
  void serviceThatIsSeldomStoppedPasses() {
    assertThat(objections(1_000, 0)).isEmpty();
    assertThat(objections(1_000, 50)).as("at the limit").isEmpty();
    assertThat(InjectorGates.throttling(Optional.empty()).objections())
        .as("nobody looked")
        .isEmpty();
  }

  @Test
  void serviceThatIsStoppedMoreOftenDoesNot() {
    assertThat(objections(1_000, 51))
        .containsExactly(
            "the service was stopped for its CPU limit in 51 of 1,000 periods of 100 ms (1.2 s):"
                + " more CPUs or less load");
  }
}
