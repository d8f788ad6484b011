package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * All pairs of one metric, judged from all rounds so far. They are judged together, because each
 * further pair is one more chance of a false alarm: Holm's step-down procedure keeps the
 * probability of any below 5 %, however the tests depend on one another (Holm, <i>Scand. J.
 * Statist.</i> 6:65, 1979).
 *
 * <p>The k-th smallest p of m is tested at alpha/(m-k+1), and the interval that goes with it has
 * the confidence 1 - alpha/(m-k+1) (Ludbrook, <i>Clin. Exp. Pharmacol. Physiol.</i> 27:212, 2000).
 * At the first p that is not rejected the procedure stops, and all that follow keep the level of
 * that step (Strassburger and Bretz, <i>Stat. Med.</i> 27:4914, 2008). Equal p share the level of
 * the first of them, so that nothing depends on the order in which they are listed.
 *
 * <p>Holm's guarantee is for "different". The intervals each have the confidence they state, not
 * one in common: three pairs that are rejected at three steps may hold an interval that misses in 5
 * % (1 + 1/2 + 1/3) = 9.2 % of experiments (7.0 % in SimulationStudyTest).
 *
 * <p>An experiment is judged after each round and stops when all pairs are decided at once. No
 * correction is made for the number of looks: a difference must exceed the margin to be claimed,
 * not only 1 (SimulationStudyTest has the false rates).
 */
public final class PairwiseTests {

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  private static final double ALPHA = 0.05;

  /** Fewer rounds than this are not judged: they give figures without a verdict. */
  public static final int FIRST_LOOK = 3;

  private PairwiseTests() {}

  /**
   * A test's place in Holm's procedure.
   *
   * @param adjustedP the test is rejected if this is smaller than alpha; in 0..1
   * @param level that it was tested at
   */
  record Step(double adjustedP, double level) {
    /** Of a pair that is not tested. */
    private static final Step NONE = new Step(Double.NaN, ALPHA);
  }

  /**
   * Judges pairs together.
   *
   * @param tested the metric by which all pairs are compared
   * @param margin d, as a share: a difference of less does not matter
   * @param pairs in the order to print; those that a gate excludes do not count in the family
   * @param isLast whether no further round can follow
   * @return one verdict for each pair, in order
   */
  public static List<PairVerdict> judge(
      TestedMetric tested, double margin, List<Pair> pairs, boolean isLast) {
    List<Pair> valid = pairs.stream().filter(Pair::isValid).toList();
    Step[] steps = holm(valid.stream().mapToDouble(pair -> pair.ratio().p()).toArray());
    List<PairVerdict> verdicts = new ArrayList<>();
    for (Pair pair : pairs) {
      Step step = pair.isValid() ? steps[valid.indexOf(pair)] : Step.NONE;
      Interval adjusted = pair.ratio().interval(1 - step.level);
      Interval inside = pair.ratio().interval(equivalenceConfidence(Math.max(1, valid.size())));
      Verdict ruling = ruling(tested, margin, pair, adjusted, inside);
      verdicts.add(
          new PairVerdict(
              pair,
              tested,
              ruling,
              margin,
              ruling == Verdict.EQUIVALENT ? inside : adjusted,
              step.adjustedP,
              valid.size(),
              isDecided(ruling, margin, isLast)));
    }
    return verdicts;
  }

  /** The confidence of the interval of two one-sided tests. */
  static double equivalenceConfidence(int family) {
    return 1 - 2 * ALPHA / family;
  }

  /**
   * Takes a family of tests through Holm's procedure.
   *
   * @param p of each test, in 0..1
   * @return a step for each p, in the order given
   */
  static Step[] holm(double... p) {
    int m = p.length;
    int[] order =
        IntStream.range(0, m)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(i -> i)
            .toArray();
    Step[] steps = new Step[m];
    double adjusted = 0;
    int step = 0;
    for (int rank = 0; rank < m; rank++) {
      boolean tied = rank > 0 && p[order[rank]] == p[order[rank - 1]];
      boolean stopped = adjusted >= ALPHA;
      if (!tied && !stopped) {
        step = rank;
      }
      adjusted = Math.max(adjusted, Math.min(1, (m - rank) * p[order[rank]]));
      steps[order[rank]] = new Step(adjusted, ALPHA / (m - step));
    }
    return steps;
  }

  private static Verdict ruling(
      TestedMetric tested, double margin, Pair pair, Interval adjusted, Interval inside) {
    LogRatio ratio = pair.ratio();
    if (!pair.isValid()) {
      return Verdict.UNRANKED;
    }
    if (ratio.rounds() < FIRST_LOOK) {
      return Verdict.PREVIEW;
    }
    // Nothing is said against a variant that the load generator limited.
    String better = tested.firstIsBetter(ratio.ratio()) ? pair.a() : pair.b();
    boolean isSound = Set.of(better).containsAll(pair.lowerBounds());
    Interval greaterToLesser = ratio.mean() > 0 ? adjusted : adjusted.reciprocal();
    if (greaterToLesser.low() > 1 + margin) {
      return isSound ? Verdict.BETTER_AT_LEAST : Verdict.UNRANKED;
    }
    if (inside.liesWithin(1 / (1 + margin), 1 + margin)) {
      return pair.lowerBounds().isEmpty() ? Verdict.EQUIVALENT : Verdict.UNRANKED;
    }
    if (greaterToLesser.low() > 1) {
      return isSound ? Verdict.BETTER_SIZE_UNCLEAR : Verdict.UNRANKED;
    }
    return Verdict.NO_DIFFERENCE_SHOWN;
  }

  /**
   * Whether no further rounds are needed. Equivalence within the wide margin of a noisy control
   * says little, and more rounds narrow it: it counts only after the last round.
   */
  private static boolean isDecided(Verdict ruling, double margin, boolean isLast) {
    return ruling == Verdict.BETTER_AT_LEAST
        || ruling == Verdict.EQUIVALENT && (isLast || margin <= NoiseFloor.LEAST_MARGIN);
  }
}
