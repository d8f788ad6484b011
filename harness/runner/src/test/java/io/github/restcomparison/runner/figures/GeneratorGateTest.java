package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.LoadSpec;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** 1000 users, 100 ms: a ceiling of 10,000 requests/s. */
class GeneratorGateTest {
  private static final double UNKNOWN = Double.NaN;

  @Test
  void busyGeneratorMakesALowerBound() {
    assertThat(gate(100, 8_600, 0.14, UNKNOWN))
        .containsExactly(
            "the load generator used 86 % of its CPUs, so that 8,600 requests/s is"
                + " a lower bound only");
    assertThat(gate(100, 8_600, 0.15, UNKNOWN)).isEmpty();
  }

  @Test
  void generatorNearItsCapacityMakesALowerBound() {
    assertThat(gate(100, 7_001, UNKNOWN, 10_000))
        .containsExactly(
            "the load generator can send at most 10,000 requests/s, so that"
                + " 7,001 requests/s is a lower bound only");
    assertThat(gate(100, 7_000, UNKNOWN, 10_000)).isEmpty();
  }

  @Test
  void throughputAtTheCeilingPasses() {
    assertThat(gate(100, 9_700, 0, 9_700)).isEmpty();
    assertThat(gate(100, 9_699, 0, 9_700)).hasSize(1);
  }

  @Test
  void withoutADelayThereIsNoCeiling() {
    assertThat(gate(0, 50_000, 0.1, UNKNOWN)).hasSize(1);
    assertThat(gate(0, 50_000, 0.3, 60_000)).hasSize(1);
  }

  @Test
  void unknownValuesAreNotJudged() {
    assertThat(run(100, 5_000, UNKNOWN, UNKNOWN).gate("generator")).isEmpty();
  }

  /** Its users and its wait are unknown, and so is the ceiling that would explain a throughput. */
  @Test
  void simulationOfTheUsersIsALowerBoundOnABusyGenerator() {
    assertThat(run(100, 9_999, 0.14, UNKNOWN).ofUserSimulation().objections("generator"))
        .containsExactly(
            "the load generator used 86 % of its CPUs, so that 9,999 requests/s is"
                + " a lower bound only");
    assertThat(run(100, 9_999, 0.15, UNKNOWN).ofUserSimulation().objections("generator")).isEmpty();
  }

  private static List<String> gate(
      int delayMs, double throughput, double headroom, double capacity) {
    return run(delayMs, throughput, headroom, capacity).objections("generator");
  }

  private static Judged run(int delayMs, double throughput, double headroom, double capacity) {
    return new Judged(LoadSpec.closed(1_000, 1, delayMs, "fixed", OptionalInt.empty(), 0))
        .throughput(throughput)
        .generator(headroom, capacity, Double.NaN);
  }
}
