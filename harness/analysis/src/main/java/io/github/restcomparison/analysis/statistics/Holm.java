package io.github.restcomparison.analysis.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A test's place in Holm's step-down procedure, which keeps the probability of any false alarm in a
 * family below alpha, for any dependence of the tests (Holm, <i>Scand. J. Statist.</i> 6:65, 1979).
 *
 * <p>The k-th smallest p of m is tested at alpha/(m-k+1), and the interval that goes with it has
 * the confidence 1 - alpha/(m-k+1) (Ludbrook, <i>Clin. Exp. Pharmacol. Physiol.</i> 27:212, 2000).
 * At the first p that is not rejected the procedure stops, and all that follow keep the level of
 * that step (Strassburger and Bretz, <i>Stat. Med.</i> 27:4914, 2008). Equal p share the level of
 * the first of them, so that the order of the tests does not matter.
 *
 * <p>The guarantee is for "different". Each interval has its stated confidence, not one in common:
 * three pairs that are rejected at three steps may hold an interval that misses in 5 % (1 + 1/2 +
 * 1/3) = 9.2 % of experiments (7.0 % in SimulationStudyTest).
 *
 * @param adjustedP the test is rejected if this is smaller than alpha; in 0..1
 * @param level that it was tested at
 */
public record Holm(double adjustedP, double level) {

  /**
   * Applies the procedure to a family of tests.
   *
   * @param p of each test, in 0..1
   * @return a step for each p, in the order given
   */
  public static Holm[] steps(double alpha, double... p) {
    int m = p.length;
    int[] order =
        IntStream.range(0, m)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(i -> i)
            .toArray();
    Holm[] steps = new Holm[m];
    double adjusted = 0;
    int step = 0;
    for (int rank = 0; rank < m; rank++) {
      boolean tied = rank > 0 && p[order[rank]] == p[order[rank - 1]];
      boolean stopped = adjusted >= alpha;
      if (!tied && !stopped) {
        step = rank;
      }
      adjusted = Math.max(adjusted, Math.min(1, (m - rank) * p[order[rank]]));
      steps[order[rank]] = new Holm(adjusted, alpha / (m - step));
    }
    return steps;
  }
}
