package io.github.restcomparison.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One test's place in Holm's step-down procedure (Holm, <i>Scand. J. Statist.</i> 6:65, 1979),
 * which keeps the probability of any false rejection in a family of m tests below alpha, however
 * they depend on one another.
 *
 * <p>The k-th smallest p is tested at alpha/(m-k+1), and the interval that goes with it has the
 * confidence 1 - alpha/(m-k+1) (Ludbrook, <i>Clin. Exp. Pharmacol. Physiol.</i> 27:212, 2000). At
 * the first p that is not rejected the procedure stops, and all that follow keep the level of that
 * step (Strassburger and Bretz, <i>Stat. Med.</i> 27:4914, 2008). Equal p share the level of the
 * first of them, so that nothing depends on the order in which they are listed: where all p are the
 * smallest possible, this is Bonferroni.
 *
 * <p>Holm's guarantee is for "different". The intervals each have the confidence they state, not
 * one in common: three pairs that are rejected at three steps may hold an interval that misses in 5
 * % (1 + 1/2 + 1/3) = 9.2 % of experiments (7.0 % in SimulationStudyTest). Bonferroni's would have
 * a common one, but could contain 1 where the test rejects.
 *
 * @param p of the test alone, in 0..1
 * @param adjustedP compare with alpha: the test is rejected if this is smaller; in 0..1
 * @param level the level the test was tested at; its interval has the confidence 1 - level
 */
public record HolmStep(double p, double adjustedP, double level) {

  /** The confidence of the interval that agrees with this step. */
  public double confidence() {
    return 1 - level;
  }

  /**
   * Takes a family of tests through the procedure.
   *
   * @param alpha the family's error probability, between 0 and 1
   * @param p the family, in any order; may be empty
   * @return a step for each p, in the order given
   * @throws IllegalArgumentException if {@code alpha} is not between 0 and 1, or a p is not in 0..1
   */
  public static List<HolmStep> family(double alpha, double... p) {
    Interval.requireProbability("alpha", alpha);
    if (!Arrays.stream(p).allMatch(each -> each >= 0 && each <= 1)) {
      throw new IllegalArgumentException("p = " + Arrays.toString(p) + ": must be in 0..1");
    }
    int m = p.length;
    int[] order =
        IntStream.range(0, m)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(i -> i)
            .toArray();
    List<HolmStep> steps = new ArrayList<>(Collections.nCopies(m, null));
    double adjusted = 0;
    int step = 0;
    for (int rank = 0; rank < m; rank++) {
      boolean tied = rank > 0 && p[order[rank]] == p[order[rank - 1]];
      boolean stopped = adjusted >= alpha;
      if (!tied && !stopped) {
        step = rank;
      }
      adjusted = Math.max(adjusted, Math.min(1, (m - rank) * p[order[rank]]));
      steps.set(order[rank], new HolmStep(p[order[rank]], adjusted, alpha / (m - step)));
    }
    return steps;
  }
}
