package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Holm;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Two variants compared by one metric, from all rounds so far. All pairs of a metric are judged
 * together, because each further pair is one more chance of a false alarm ({@link Holm}).
 *
 * <p>An experiment is judged after each round and stops when all pairs are decided at once. No
 * correction is made for the number of looks: a difference must exceed the margin to be claimed,
 * not only 1 (SimulationStudyTest has the false rates).
 *
 * @param pair the two, and their ratio
 * @param tested the metric
 * @param ruling what may be said
 * @param margin d, as a share: a difference of less does not matter
 * @param interval of A/B that the ruling rests on: at the level of the pair's step in Holm's
 *     procedure, of equivalence at that of the two one-sided tests; {@link Interval#NONE} if the
 *     pair was not tested, or has one round
 * @param p of the t test after Holm; NaN if the pair was not tested
 * @param family the number of pairs that were tested together
 * @param decided whether it is "better by at least" or "equivalent" and needs no more rounds
 */
public record PairVerdict(
    Pair pair,
    TestedMetric tested,
    Ruling ruling,
    double margin,
    Interval interval,
    double p,
    int family,
    boolean decided) {

  /** Fewer rounds than this are not judged: they give figures without a verdict. */
  public static final int FIRST_LOOK = 3;

  /** More rounds than this are no advice. */
  public static final int MOST_ROUNDS = 100;

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  private static final double ALPHA = 0.05;

  /**
   * What may be said of a pair: the first that holds, in this order. "Better" is faster or cheaper
   * as the metric has it; "equal" is never said. The margin is d, as a share.
   */
  public enum Ruling {
    /** A gate failed, or the load generator limited the worse one. */
    UNRANKED,
    /** Fewer rounds than {@link #FIRST_LOOK}: figures without a verdict. */
    PREVIEW,
    /** The adjusted interval lies wholly beyond the margin. */
    BETTER_AT_LEAST,
    /**
     * Two one-sided tests, at 5 % divided by the number of pairs, both reject a difference of the
     * margin: the interval lies inside [1/(1+d), 1+d] (Schuirmann, <i>J. Pharmacokinet.
     * Biopharm.</i> 15:657, 1987).
     */
    EQUIVALENT,
    /** The adjusted interval excludes 1 but not all of the margin. */
    BETTER_SIZE_UNCLEAR,
    /** Neither a difference nor its absence was shown. */
    NO_DIFFERENCE_SHOWN
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
    Holm[] steps =
        Holm.steps(ALPHA, valid.stream().mapToDouble(each -> each.ratio().p()).toArray());
    List<PairVerdict> verdicts = new ArrayList<>();
    for (Pair pair : pairs) {
      Holm step = pair.isValid() ? steps[valid.indexOf(pair)] : new Holm(Double.NaN, ALPHA);
      Interval adjusted = pair.ratio().interval(1 - step.level());
      Interval inside = pair.ratio().interval(equivalenceConfidence(Math.max(1, valid.size())));
      Ruling ruling = ruling(tested, margin, pair, adjusted, inside);
      // Equivalence within the wide margin of a noisy control says little, and more rounds narrow
      // it: it counts only after the last round.
      boolean isDecided =
          ruling == Ruling.BETTER_AT_LEAST
              || ruling == Ruling.EQUIVALENT && (isLast || margin <= NoiseFloor.LEAST_MARGIN);
      verdicts.add(
          new PairVerdict(
              pair,
              tested,
              ruling,
              margin,
              ruling == Ruling.EQUIVALENT ? inside : adjusted,
              step.adjustedP(),
              valid.size(),
              isDecided));
    }
    return verdicts;
  }

  /** The confidence of the interval of two one-sided tests. */
  private static double equivalenceConfidence(int family) {
    return 1 - 2 * ALPHA / family;
  }

  private static Ruling ruling(
      TestedMetric tested, double margin, Pair pair, Interval adjusted, Interval inside) {
    LogRatio ratio = pair.ratio();
    if (!pair.isValid()) {
      return Ruling.UNRANKED;
    }
    if (ratio.rounds() < FIRST_LOOK) {
      return Ruling.PREVIEW;
    }
    // Nothing is said against a variant that the load generator limited.
    String better = tested.firstIsBetter(ratio.ratio()) ? pair.a() : pair.b();
    boolean isSound = Set.of(better).containsAll(pair.lowerBounds());
    Interval greaterToLesser = ratio.mean() > 0 ? adjusted : adjusted.reciprocal();
    if (greaterToLesser.low() > 1 + margin) {
      return isSound ? Ruling.BETTER_AT_LEAST : Ruling.UNRANKED;
    }
    if (inside.liesWithin(1 / (1 + margin), 1 + margin)) {
      return pair.lowerBounds().isEmpty() ? Ruling.EQUIVALENT : Ruling.UNRANKED;
    }
    if (greaterToLesser.low() > 1) {
      return isSound ? Ruling.BETTER_SIZE_UNCLEAR : Ruling.UNRANKED;
    }
    return Ruling.NO_DIFFERENCE_SHOWN;
  }

  /** The name of variant A. */
  public String a() {
    return pair.a();
  }

  /** The name of variant B. */
  public String b() {
    return pair.b();
  }

  /** The number of rounds that are valid for both; 0 if a gate excludes the pair. */
  public int rounds() {
    return pair.ratio().rounds();
  }

  /** A to B, the geometric mean of the rounds; NaN if a gate excludes the pair. */
  public double ratio() {
    return pair.ratio().ratio();
  }

  /** The ratio of the greater of the two figures to the lesser. */
  double greaterToLesser() {
    return Math.max(ratio(), 1 / ratio());
  }

  /** The verdict in a few words: {@code vertx-rest at least 10 % faster}. */
  public String verdict() {
    return Words.verdict(this);
  }

  /** The verdict in plain English, with names, numbers and interval: one sentence. */
  public String sentence() {
    return Words.sentence(this);
  }

  /** Whether the rounds are too few for a verdict. */
  public boolean isPreview() {
    return ruling == Ruling.PREVIEW;
  }

  /** Whether it has figures. */
  public boolean isMeasured() {
    return pair.isValid();
  }

  /**
   * Whether more rounds might still decide it. They cannot if a variant failed, lost more rounds
   * than any experiment of this plan forgives, or is the worse one and the generator limited it.
   */
  public boolean isUndecided() {
    return !decided
        && !pair.isClosed()
        && !(isMeasured() && pair.lowerBounds().contains(other(betterSoFar())));
  }

  /** Returns how many more rounds like these would decide it; 0 if {@link #MOST_ROUNDS} do not. */
  public int moreRounds() {
    if (ruling != Ruling.NO_DIFFERENCE_SHOWN) {
      return 0;
    }
    int needed =
        pair.ratio()
            .roundsToDecide(
                margin, interval.confidence(), equivalenceConfidence(family), MOST_ROUNDS);
    return needed > MOST_ROUNDS ? 0 : needed - rounds();
  }

  /** Whether it is of these two, in either order. */
  public boolean isOf(String one, String another) {
    return a().equals(one) && b().equals(another) || a().equals(another) && b().equals(one);
  }

  /** The name of the variant that is shown to be better; empty if neither is. */
  public String better() {
    return ruling == Ruling.BETTER_AT_LEAST || ruling == Ruling.BETTER_SIZE_UNCLEAR
        ? betterSoFar()
        : "";
  }

  /** The name of the variant that is better by the ratio, shown or not. */
  String betterSoFar() {
    return tested.firstIsBetter(ratio()) ? a() : b();
  }

  /**
   * Returns the advantage that is certain, in whole percent rounded down: how much higher its
   * throughput, how much lower its cost; 0 if that is unclear.
   */
  public int leastPercent() {
    return ruling == Ruling.BETTER_AT_LEAST
        ? tested.leastPercentBetter(seenFrom(better(), interval))
        : 0;
  }

  /** FAILED or INVALID if it is not ranked; else VALID. */
  public Status status() {
    return ruling == Ruling.UNRANKED && pair.isValid() ? Status.INVALID : pair.status();
  }

  /** Why it is not ranked, in words; empty if it is. */
  public String reason() {
    if (ruling != Ruling.UNRANKED || !pair.isValid()) {
      return pair.reason();
    }
    String worse = other(betterSoFar());
    return "the load generator limited %s, which may be better than it looks"
        .formatted(pair.lowerBounds().contains(worse) ? worse : betterSoFar());
  }

  /** The other one of the two. */
  public String other(String variant) {
    return variant.equals(a()) ? b() : a();
  }

  /** The ratio of one of the two to the other. */
  public double ratioOf(String variant) {
    return variant.equals(a()) ? ratio() : 1 / ratio();
  }

  /** An interval of A/B, seen from one of the two. */
  public Interval seenFrom(String variant, Interval of) {
    return variant.equals(a()) ? of : of.reciprocal();
  }
}
