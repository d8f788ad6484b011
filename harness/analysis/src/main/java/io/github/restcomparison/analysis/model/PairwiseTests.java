package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
 *
 * @param metric by which all pairs are compared
 * @param margin d, as a share: a difference of less does not matter
 * @param pairs in the order to print
 * @param isLast whether no further round can follow
 */
public record PairwiseTests(TestedMetric metric, double margin, List<Pair> pairs, boolean isLast) {

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  private static final double ALPHA = 0.05;

  /** Fewer rounds than this are not judged: they give figures without a verdict. */
  public static final int FIRST_LOOK = 3;

  /**
   * A test's place in Holm's procedure.
   *
   * @param adjustedP the test is rejected if this is smaller than alpha; in 0..1
   * @param level that it was tested at
   */
  record Step(double adjustedP, double level) {}

  /** Returns one judgement for each pair, in order. Excluded pairs do not count in the family. */
  public List<PairVerdict> judge() {
    List<Pair.Measured> measured =
        pairs.stream()
            .filter(Pair.Measured.class::isInstance)
            .map(Pair.Measured.class::cast)
            .toList();
    Step[] steps = holm(measured.stream().mapToDouble(pair -> pair.ratio().p()).toArray());
    return pairs.stream()
        .map(
            pair ->
                switch (pair) {
                  case Pair.Measured one ->
                      judge(one, steps[measured.indexOf(one)], measured.size());
                  case Pair.Excluded excluded ->
                      new PairVerdict(
                          pair,
                          metric,
                          measured.size(),
                          Interval.NONE,
                          Double.NaN,
                          excluded.why(),
                          false,
                          excluded.closed());
                })
        .toList();
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

  private PairVerdict judge(Pair.Measured pair, Step step, int family) {
    LogRatio ratio = pair.ratio();
    Interval adjusted = ratio.interval(1 - step.level);
    Verdict verdict = believable(verdict(pair, adjusted, 1 - 2 * ALPHA / family), pair);
    String worseSoFar = metric.firstIsBetter(ratio.ratio()) ? pair.b() : pair.a();
    return new PairVerdict(
        pair,
        metric,
        family,
        adjusted,
        step.adjustedP,
        verdict,
        isDecided(verdict),
        pair.lowerBounds().contains(worseSoFar));
  }

  /** The verdict; {@code twoOneSided} is the confidence of the interval of equivalence. */
  private Verdict verdict(Pair.Measured pair, Interval adjusted, double twoOneSided) {
    LogRatio ratio = pair.ratio();
    if (ratio.rounds() < FIRST_LOOK) {
      return new Verdict.Indicative(ratio.rounds());
    }
    boolean aIsBetter = metric.firstIsBetter(ratio.ratio());
    String better = aIsBetter ? pair.a() : pair.b();
    Interval largerToSmaller = ratio.mean() > 0 ? adjusted : adjusted.reciprocal();
    if (largerToSmaller.low() > 1 + margin) {
      Interval betterToWorse = aIsBetter ? adjusted : adjusted.reciprocal();
      return new Verdict.BetterAtLeast(better, metric.leastPercentBetter(betterToWorse));
    }
    Interval ofEquivalence = ratio.interval(twoOneSided);
    if (ofEquivalence.liesWithin(1 / (1 + margin), 1 + margin)) {
      return new Verdict.EquivalentWithin(margin, ofEquivalence);
    }
    if (largerToSmaller.low() > 1) {
      return new Verdict.BetterSizeUnclear(better, margin);
    }
    int most = Verdict.NoDifferenceShown.MOST_ROUNDS;
    int needed = ratio.roundsToDecide(margin, adjusted.confidence(), twoOneSided, most);
    return new Verdict.NoDifferenceShown(margin, needed > most ? 0 : needed - ratio.rounds());
  }

  /** Nothing is said against a variant that the load generator held back. */
  private static Verdict believable(Verdict verdict, Pair.Measured pair) {
    if (verdict.better().isEmpty() && !(verdict instanceof Verdict.EquivalentWithin)) {
      return verdict;
    }
    return Stream.of(pair.a(), pair.b())
        .filter(name -> !name.equals(verdict.better()) && pair.lowerBounds().contains(name))
        .findFirst()
        .<Verdict>map(
            name ->
                new Verdict.Unranked(
                    Status.INVALID,
                    "the load generator held %s back, which may be better than it looks"
                        .formatted(name)))
        .orElse(verdict);
  }

  /**
   * Whether no further rounds are needed. Equivalence within the wide margin of a noisy control
   * says little, and more rounds narrow it: it counts only after the last round.
   */
  private boolean isDecided(Verdict verdict) {
    return switch (verdict) {
      case Verdict.BetterAtLeast better -> true;
      case Verdict.EquivalentWithin equivalent ->
          isLast || equivalent.margin() <= NoiseFloor.LEAST_MARGIN;
      default -> false;
    };
  }
}
