package io.github.restcomparison.analysis.statistics;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All pairs that are printed of one metric. They are judged together, because each more pair is one
 * more chance of a false alarm: {@link HolmStep Holm} keeps that of the whole family at 5 %.
 *
 * @param metric by which all pairs are compared
 * @param noiseFloor of the same metric: gives the margin, and may forbid all ranking
 * @param pairs in the order to print
 */
public record PairwiseTests(TestedMetric metric, NoiseFloor noiseFloor, List<Pair> pairs) {

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  public static final double ALPHA = 0.05;

  /** Fewer rounds than this are not looked at: they give figures without a verdict. */
  public static final int FIRST_LOOK = 3;

  /** With fewer rounds than this not even a single pair can be significant. */
  public static final int FEWEST_ROUNDS = Power.fewestRounds(1, ALPHA);

  /** Copies the pairs. */
  public PairwiseTests {
    pairs = List.copyOf(pairs);
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
            .mapToDouble(pair -> pair.ratios().p())
            .toArray();
    Iterator<HolmStep> steps = HolmStep.family(ALPHA, p).iterator();
    return pairs.stream()
        .map(
            pair ->
                switch (pair) {
                  case Pair.Measured measured -> judge(measured, steps.next(), p.length);
                  case Pair.Excluded(String a, String b, Pair.Status status, String reason) ->
                      new PairVerdict(
                          a,
                          b,
                          metric,
                          Optional.empty(),
                          new Verdict.Unranked(status, reason),
                          List.of(),
                          OptionalInt.empty(),
                          true);
                })
        .toList();
  }

  private static Stream<Pair.Measured> measured(Pair pair) {
    return pair instanceof Pair.Measured measured ? Stream.of(measured) : Stream.empty();
  }

  private PairVerdict judge(Pair.Measured pair, HolmStep step, int size) {
    TestResult evidence = TestResult.of(pair.ratios(), step, size);
    Verdict verdict = believable(verdict(pair, step, size), pair);
    boolean decided =
        verdict instanceof Verdict.BetterAtLeast || verdict instanceof Verdict.EquivalentWithin;
    return new PairVerdict(
        pair.a(),
        pair.b(),
        metric,
        Optional.of(evidence),
        verdict,
        List.of(),
        decided ? OptionalInt.of(evidence.rounds()) : OptionalInt.empty(),
        verdict instanceof Verdict.Unranked);
  }

  /** Nothing is said against a variant that the load generator held back. */
  private static Verdict believable(Verdict verdict, Pair.Measured pair) {
    Set<String> worse =
        switch (verdict) {
          case Verdict.BetterAtLeast(String better, int percent) -> other(pair, better);
          case Verdict.BetterSizeUnclear(String better, double margin, boolean within) ->
              other(pair, better);
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

  private Verdict verdict(Pair.Measured pair, HolmStep step, int size) {
    if (noiseFloor.forbidsRanking()) {
      return new Verdict.Unranked(Pair.Status.INVALID, "the A/A control differs from itself");
    }
    Ratios ratios = pair.ratios();
    int needed = ratios.fewestRounds(1, ALPHA);
    if (ratios.rounds() < needed) {
      return new Verdict.Indicative(ratios.rounds(), needed);
    }
    Interval adjusted = ratios.interval(step.confidence()).orElseThrow();
    if (step.adjustedP() < ALPHA && !adjusted.contains(1)) {
      return better(pair, adjusted);
    }
    Interval ninety = ratios.interval(1 - 2 * ALPHA).orElseThrow();
    if (ninety.liesWithin(1 / (1 + margin()), 1 + margin())) {
      return new Verdict.EquivalentWithin(margin(), ninety);
    }
    return noDifferenceShown(ratios, step.level(), ratios.fewestRounds(size, ALPHA));
  }

  private Verdict better(Pair.Measured pair, Interval adjusted) {
    boolean aIsBetter = metric.firstIsBetter(pair.ratios().ratio());
    String better = aIsBetter ? pair.a() : pair.b();
    Interval largerToSmaller = adjusted.liesAbove(1) ? adjusted : adjusted.reciprocal();
    if (largerToSmaller.liesAbove(1 + margin())) {
      Interval betterToWorse = aIsBetter ? adjusted : adjusted.reciprocal();
      return new Verdict.BetterAtLeast(better, metric.leastPercentBetter(betterToWorse));
    }
    return new Verdict.BetterSizeUnclear(better, margin(), largerToSmaller.high() <= 1 + margin());
  }

  private Verdict noDifferenceShown(Ratios ratios, double level, int fewestRounds) {
    double noise = ratios.standardDeviation();
    OptionalDouble detectable =
        ratios.rounds() < fewestRounds
            ? OptionalDouble.empty()
            : OptionalDouble.of(Power.smallestDetectable(noise, ratios.rounds(), level));
    int needed = Math.max(fewestRounds, Power.roundsNeeded(noise, margin(), level));
    return new Verdict.NoDifferenceShown(margin(), detectable, needed);
  }
}
