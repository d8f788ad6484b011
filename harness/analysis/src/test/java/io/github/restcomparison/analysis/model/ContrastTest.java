package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestResult;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContrastTest {
  @Test
  void withinLittleTwoAreAlike() {
    assertThat(inShort(0.05)).isEqualTo("as much CPU within 5 %");
    assertThat(inShort(0.25)).isEqualTo("as much CPU within 25 %");
  }

  /** The same service twice differed by up to 172 %: nobody would call these two alike. */
  @Test
  void withinMuchTheyAreNotToldApart() {
    assertThat(inShort(0.251)).isEqualTo("CPU not told apart");
    assertThat(inShort(1.72)).isEqualTo("CPU not told apart");
  }

  private static String inShort(double margin) {
    Interval ninety = new Interval(0.98, 1.03, 0.9);
    TestResult evidence = new TestResult(3, 1, 1.004, Optional.of(ninety), 0.8, 0.8, false);
    PairVerdict pair =
        new PairVerdict(
            "a",
            "b",
            TestedMetric.CPU_PER_REQUEST,
            Optional.of(evidence),
            new Verdict.EquivalentWithin(margin, ninety),
            true,
            false);
    return Contrast.of(List.of(pair), TestedMetric.CPU_PER_REQUEST, "a", "b")
        .orElseThrow()
        .inShort(TestedMetric.CPU_PER_REQUEST, "a");
  }
}
