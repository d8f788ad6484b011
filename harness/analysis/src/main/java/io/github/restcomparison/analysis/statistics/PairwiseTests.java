package io.github.restcomparison.analysis.statistics;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All pairs of one metric, judged from all rounds so far. They are judged together, because each
 * further pair is one more chance of a false alarm: {@link HolmStep Holm} keeps that of the whole
 * family at 5 %.
 *
 * <p>An experiment is judged after each round and stops when all pairs are decided at once. No
 * correction is made for the number of looks: a difference must exceed the margin to be claimed,
 * not only 1 (SimulationStudyTest has the false rates).
 *
 * @param metric by which all pairs are compared
 * @param noiseFloor of the same metric: gives the margin and the least noise
 * @param pairs in the order to print
 * @param isLast whether no further round can follow
 */
public record PairwiseTests(
    TestedMetric metric, NoiseFloor noiseFloor, List<Pair> pairs, boolean isLast) {

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  public static final double ALPHA = 0.05;

  /** Fewer rounds than this are not judged: they give figures without a verdict. */
  public static final int FIRST_LOOK = 3;

  /** Copies the pairs. */
  public PairwiseTests {
    pairs = List.copyOf(pairs);
  }

  /** Pairs whose rounds are all measured. */
  public PairwiseTests(TestedMetric metric, NoiseFloor noiseFloor, List<Pair> pairs) {
    this(metric, noiseFloor, pairs, true);
  }

  /** The margin d, as a share. */
  public double margin() {
    return noiseFloor.margin();
  }

  /** One judgement for each pair, in order. Excluded pairs do not count in the family. */
  public List<PairVerdict> judge() {
    double[] p =
        pairs.stream()
            .flatMap(PairwiseTests::measured)
            .mapToDouble(pair -> pair.ratios().estimate(noiseFloor).p())
            .toArray();
    Iterator<HolmStep> steps = HolmStep.family(ALPHA, p).iterator();
    return pairs.stream()
        .map(
            pair ->
                switch (pair) {
                  case Pair.Measured measured -> judge(measured, steps.next(), p.length);
                  case Pair.Excluded excluded -> notRanked(excluded);
                })
        .toList();
  }

  private static Stream<Pair.Measured> measured(Pair pair) {
    return pair instanceof Pair.Measured measured ? Stream.of(measured) : Stream.empty();
  }

  private PairVerdict notRanked(Pair.Excluded pair) {
    return new PairVerdict(
        pair.a(),
        pair.b(),
        metric,
        Optional.empty(),
        new Verdict.Unranked(pair.status(), pair.reason()),
        false,
        pair.forGood());
  }

  private PairVerdict judge(Pair.Measured pair, HolmStep step, int size) {
    Estimate estimate = pair.ratios().estimate(noiseFloor);
    TestResult evidence = TestResult.of(pair.ratios(), estimate, step, size);
    Verdict verdict = believable(verdict(pair, estimate, step, size), pair);
    String worseSoFar = metric.firstIsBetter(evidence.ratio()) ? pair.b() : pair.a();
    return new PairVerdict(
        pair.a(),
        pair.b(),
        metric,
        Optional.of(evidence),
        verdict,
        isDecided(verdict),
        pair.lowerBounds().contains(worseSoFar));
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

  /** Nothing is said against a variant that the load generator held back. */
  private static Verdict believable(Verdict verdict, Pair.Measured pair) {
    Set<String> worse =
        switch (verdict) {
          case Verdict.BetterAtLeast(String better, int percent) -> other(pair, better);
          case Verdict.BetterSizeUnclear unclear -> other(pair, unclear.better());
          case Verdict.EquivalentWithin equivalent -> Set.of(pair.a(), pair.b());
          default -> Set.of();
        };
    return worse.stream()
        .filter(pair.lowerBounds()::contains)
        .findFirst()
        .<Verdict>map(
            name ->
                new Verdict.Unranked(
                    Pair.Status.INVALID,
                    "the load generator held %s back, which may be better than it looks"
                        .formatted(name)))
        .orElse(verdict);
  }

  private static Set<String> other(Pair.Measured pair, String better) {
    return Set.of(better.equals(pair.a()) ? pair.b() : pair.a());
  }

  private Verdict verdict(Pair.Measured pair, Estimate estimate, HolmStep step, int size) {
    if (estimate.rounds() < FIRST_LOOK) {
      return new Verdict.Indicative(estimate.rounds(), FIRST_LOOK);
    }
    Interval adjusted = estimate.interval(step.confidence()).orElseThrow();
    boolean aIsBetter = metric.firstIsBetter(estimate.ratio());
    String better = aIsBetter ? pair.a() : pair.b();
    Interval largerToSmaller = estimate.logRatio() > 0 ? adjusted : adjusted.reciprocal();
    if (largerToSmaller.liesAbove(1 + margin())) {
      Interval betterToWorse = aIsBetter ? adjusted : adjusted.reciprocal();
      return new Verdict.BetterAtLeast(better, metric.leastPercentBetter(betterToWorse));
    }
    double twoOneSided = 1 - 2 * ALPHA / size;
    Interval ofEquivalence = estimate.interval(twoOneSided).orElseThrow();
    if (ofEquivalence.liesWithin(1 / (1 + margin()), 1 + margin())) {
      return new Verdict.EquivalentWithin(margin(), ofEquivalence);
    }
    if (largerToSmaller.liesAbove(1)) {
      return new Verdict.BetterSizeUnclear(better, margin());
    }
    int needed =
        estimate.roundsToDecide(
            margin(), step.confidence(), twoOneSided, Verdict.NoDifferenceShown.MOST_ROUNDS);
    return new Verdict.NoDifferenceShown(
        margin(),
        needed > Verdict.NoDifferenceShown.MOST_ROUNDS
            ? OptionalInt.empty()
            : OptionalInt.of(needed - estimate.rounds()));
  }
}
