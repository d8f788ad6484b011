package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PermutationTestTest {

  /** By hand: the sums of ±1 ±2 ±4 are ±1, ±3, ±5, ±7, each once. */
  @Test
  void threeRoundsByHand() {
    assertThat(PermutationTest.signFlip(1, 2, 4)).isEqualTo(2.0 / 8);
    assertThat(PermutationTest.signFlip(-1, 2, 4)).isEqualTo(4.0 / 8);
    assertThat(PermutationTest.signFlip(1, 2, -4)).isEqualTo(8.0 / 8);
  }

  /**
   * scipy 1.17.1:
   *
   * <pre>
   * stats.permutation_test((np.array(d),), lambda x, axis: np.sum(x, axis=axis), permutation_type='samples',
   *                        n_resamples=np.inf, vectorized=True).pvalue
   * </pre>
   */
  @Test
  void agreesWithScipy() {
    assertThat(PermutationTest.signFlip(.3, -.1, .2, .4, -.05, .1)).isEqualTo(0.1875);
    assertThat(PermutationTest.signFlip(1, 1, 1, 1, 1, -1, 1, 1)).isEqualTo(0.0703125);
    assertThat(PermutationTest.signFlip(1, 2, 3, -1, 2, -2, 3, 1)).isEqualTo(0.171875);
    assertThat(PermutationTest.signFlip(.1, .1, .1, -.2, .3, .3, .3, -.1)).isEqualTo(0.1796875);
  }

  /**
   * 0.1 + 0.2 is not 0.3 in doubles: the same data in other units, or in another order, must give
   * the same p.
   */
  @Test
  void roundingDoesNotChangeP() {
    double[] tenths = {1, 2, 3, -1, 2, -2, 3, 1, -3};
    double p = PermutationTest.signFlip(tenths);
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      double unit = Math.exp(random.nextGaussian() * 5);
      double[] scaled = Arrays.stream(tenths).map(d -> d * unit).toArray();
      int swap = random.nextInt(scaled.length);
      double first = scaled[0];
      scaled[0] = scaled[swap];
      scaled[swap] = first;
      assertThat(PermutationTest.signFlip(scaled)).isEqualTo(p);
    }
  }

  @Test
  void agreesWithBruteForceOverAllPatterns() {
    Random random = new Random(2);
    for (int rounds = 1; rounds <= 12; rounds++) {
      double[] differences = random.doubles(rounds, -0.5, 1).toArray();
      assertThat(PermutationTest.signFlip(differences)).isEqualTo(bruteForce(differences));
    }
  }

  @Test
  void smallestPIsTwoOfAllPatterns() {
    assertThat(PermutationTest.signFlip(1, 2, 3, 4, 5, 6)).isEqualTo(2.0 / 64);
    assertThat(PermutationTest.signFlip(0, 0, 0)).isEqualTo(1);
    assertThat(PermutationTest.signFlip(7)).isEqualTo(1);
  }

  /**
   * Beyond what scipy can hold in memory; integers, so that the distribution of the sum can be
   * convolved in Python:
   *
   * <pre>
   * v = [(i*7) % 11 - 3 for i in range(R)]; dist = {0: 1}
   * for e in v:
   *   n = {}
   *   for s, c in dist.items():
   *     for t in (s+e, s-e): n[t] = n.get(t, 0) + c
   *   dist = n
   * sum(c for s, c in dist.items() if abs(s) >= abs(sum(v))) / 2**R
   * </pre>
   */
  @Test
  void twentyRoundsAreExactAndMoreAreSampled() {
    assertThat(PermutationTest.signFlip(integers(20))).isEqualTo(0.024322509765625);

    double sampled = PermutationTest.signFlip(integers(24));
    double standardError = Math.sqrt(0.0134 / PermutationTest.SAMPLES);
    assertThat(sampled).isCloseTo(0.01335763931274414, within(4 * standardError));
    assertThat(PermutationTest.signFlip(integers(24))).isEqualTo(sampled);
  }

  @Test
  void sampledPIsNeverZero() {
    double[] alike = IntStream.range(0, 40).mapToDouble(i -> 1).toArray();
    assertThat(PermutationTest.signFlip(alike)).isEqualTo(1.0 / 100_000);
  }

  @Test
  void refusesNothingAndNaN() {
    assertThatIllegalArgumentException()
        .isThrownBy(PermutationTest::signFlip)
        .withMessageContaining("one or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PermutationTest.signFlip(1, Double.NaN))
        .withMessageContaining("NaN");
  }

  private static double[] integers(int rounds) {
    return IntStream.range(0, rounds).mapToDouble(i -> i * 7 % 11 - 3).toArray();
  }

  private static double bruteForce(double[] differences) {
    int patterns = 1 << differences.length;
    double measured = Math.abs(Arrays.stream(differences).sum());
    long hits =
        IntStream.range(0, patterns)
            .filter(pattern -> Math.abs(sum(differences, pattern)) >= measured - 1e-12)
            .count();
    return (double) hits / patterns;
  }

  private static double sum(double[] differences, int pattern) {
    return IntStream.range(0, differences.length)
        .mapToDouble(r -> (pattern >> r & 1) == 0 ? differences[r] : -differences[r])
        .sum();
  }
}
