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
 * <p>An experiment is judged after each round and stops when no pair is {@link State#OPEN}. No
 * correction is made for the number of looks: SimulationStudyTest has the false rates.
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
 * @param state whether rounds are still to be measured for it
 * @param moreRounds how many more rounds like these would show which is better, or that neither is;
 *     0 if that is shown, or {@link #MOST_ROUNDS} do not
 */
public record PairVerdict(
    Pair pair,
    TestedMetric tested,
    Ruling ruling,
    double margin,
    Interval interval,
    double p,
    int family,
    State state,
    int moreRounds) {

  /** Fewer rounds than this are not judged: they give figures without a verdict. */
  public static final int FIRST_LOOK = 3;

  /** More rounds than this are no advice. */
  public static final int MOST_ROUNDS = 100;

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  private static final double ALPHA = 0.05;

  /** Whether rounds are still to be measured for a pair. */
  public enum State {
    /** "Better by at least", or "equivalent" within the smallest margin that can be reached. */
    DECIDED,

    /** The rounds that are left should show which is better, or that neither is. */
    OPEN,

    /**
     * Not decided, but no round is measured for it: a gate excludes it for good; or it is known
     * which is better, only not by how much; or the noise is too large for the rounds that are
     * left.
     */
    CLOSED
  }

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
   * Judges pairs together that are judged once.
   *
   * @param tested the metric by which all pairs are compared
   * @param margin d, as a share, 5 % or more: a difference of less does not matter
   * @param pairs in the order to print; those that a gate excludes do not count in the family
   * @return one verdict for each pair, in order
   */
  public static List<PairVerdict> judge(TestedMetric tested, double margin, List<Pair> pairs) {
    return judge(tested, new NoiseFloor(margin, 0, 0), pairs, 0, 1);
  }

  /**
   * Judges pairs together, after a round. Without a control, each look has its share of the error
   * probability: the noise of a few rounds may look small by luck.
   *
   * @param floor sets the margin; its interval gets narrower with more rounds
   * @param roundsLeft how many may follow
   * @param looks how often an experiment of this plan may be judged, 1 or more
   * @see #judge(TestedMetric, double, List)
   */
  public static List<PairVerdict> judge(
      TestedMetric tested, NoiseFloor floor, List<Pair> pairs, int roundsLeft, int looks) {
    double margin = floor.margin();
    double alpha = floor.rounds() > 0 ? ALPHA : ALPHA / looks;
    List<Pair> valid = pairs.stream().filter(Pair::isValid).toList();
    Holm[] steps =
        Holm.steps(alpha, valid.stream().mapToDouble(each -> each.ratio().p()).toArray());
    List<PairVerdict> verdicts = new ArrayList<>();
    for (Pair pair : pairs) {
      Holm step = pair.isValid() ? steps[valid.indexOf(pair)] : new Holm(Double.NaN, alpha);
      LogRatio ratio = pair.ratio();
      double different = 1 - step.level();
      double equivalent = 1 - 2 * ALPHA / Math.max(1, valid.size());
      Interval adjusted = ratio.interval(different);
      Interval inside = ratio.interval(equivalent);
      Ruling ruling = ruling(tested, margin, pair, adjusted, inside);
      int more = ratio.roundsToDecide(floor::marginAfter, different, equivalent, MOST_ROUNDS);
      verdicts.add(
          new PairVerdict(
              pair,
              tested,
              ruling,
              margin,
              ruling == Ruling.EQUIVALENT ? inside : adjusted,
              step.adjustedP(),
              valid.size(),
              state(pair, ruling, tested, floor, different, equivalent, roundsLeft),
              ruling == Ruling.NO_DIFFERENCE_SHOWN ? more : 0));
    }
    return verdicts;
  }

  private static State state(
      Pair pair,
      Ruling ruling,
      TestedMetric tested,
      NoiseFloor floor,
      double different,
      double equivalent,
      int roundsLeft) {
    // The noise is too large only if it is also without the bad luck of a few rounds.
    NoiseFloor quieter = floor.quieter();
    LogRatio ratio = pair.ratio();
    boolean isInReach =
        ratio.quieter().roundsToDecide(quieter::marginAfter, different, equivalent, roundsLeft) > 0;
    State state =
        switch (ruling) {
          case UNRANKED, PREVIEW -> State.OPEN;
          case BETTER_AT_LEAST -> State.DECIDED;
          case BETTER_SIZE_UNCLEAR -> State.CLOSED;
          case NO_DIFFERENCE_SHOWN -> isInReach ? State.OPEN : State.CLOSED;
          case EQUIVALENT -> {
            // Within a wide margin: a control that gets quieter may show a difference.
            boolean mayNarrow =
                quieter.marginAfter(ratio.rounds() + roundsLeft) <= NoiseFloor.LEAST_MARGIN;
            boolean isTold = !ratio.interval(different).contains(1);
            yield floor.margin() <= NoiseFloor.LEAST_MARGIN
                ? State.DECIDED
                : mayNarrow || isInReach && !isTold
                    ? State.OPEN
                    : floor.margin() <= NoiseFloor.WIDEST_MARGIN ? State.DECIDED : State.CLOSED;
          }
        };
    // More rounds cannot decide what a gate excludes, or the load generator held back.
    String worse = tested.firstIsBetter(ratio.ratio()) ? pair.b() : pair.a();
    boolean isHeldBack = pair.isValid() && pair.lowerBounds().contains(worse);
    return state == State.OPEN && (pair.isClosed() || isHeldBack) ? State.CLOSED : state;
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

  /** Whether it needs no more rounds. */
  public boolean isDecided() {
    return state == State.DECIDED;
  }

  /** Whether the rounds that are left should decide it. */
  public boolean isOpen() {
    return state == State.OPEN;
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
