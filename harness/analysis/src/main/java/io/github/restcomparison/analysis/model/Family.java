package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.Pair.TestResult;
import io.github.restcomparison.analysis.model.Pair.Validity;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Holm;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The conditions under which all pairs of a metric are judged, from all rounds so far. They are
 * judged together, because each further pair adds to the probability of a false alarm ({@link
 * Holm}).
 *
 * <p>An experiment is judged after each round and stops when no pair is {@link State#OPEN}. No
 * correction is made for the number of analyses if there is a control: SimulationStudyTest has the
 * false rates. Without one, each analysis has its share of the error probability: the noise of a
 * few rounds may be small by chance.
 *
 * @param floor sets the margin; its interval gets narrower with more rounds
 * @param roundsLeft how many may follow
 * @param analyses the maximum number of analyses of an experiment with this plan, 1 or more
 */
public record Family(NoiseFloor floor, int roundsLeft, int analyses) {

  /** The minimum of rounds for a verdict; fewer rounds give figures only. */
  public static final int MIN_ROUNDS = 3;

  /** The maximum number of rounds that is advised. */
  public static final int MAX_ROUNDS = 100;

  /** 11 to 10, by way of logarithms, is 1.1000000000000003. */
  private static final double ROUNDING = 1e-9;

  /**
   * The probability of any false "faster" or "cheaper" in a family of variants that are the same.
   */
  private static final double ALPHA = 0.05;

  /**
   * Returns the conditions of pairs that are judged once.
   *
   * @param margin d, as a share, 5 % or more: a difference of less does not matter
   */
  public static Family judgedOnce(double margin) {
    return new Family(new NoiseFloor(margin, 0, 0), 0, 1);
  }

  /**
   * Judges pairs together.
   *
   * @param pairs in the order to print; those that a gate excludes do not count in the family
   * @return the pairs with their verdicts, in order
   */
  public List<Pair> judge(List<Pair> pairs) {
    double alpha = floor.rounds() > 0 ? ALPHA : ALPHA / analyses;
    List<Pair> measured = pairs.stream().filter(Pair::isMeasured).toList();
    Holm[] steps =
        Holm.steps(alpha, measured.stream().mapToDouble(each -> each.logRatio().p()).toArray());
    List<Pair> judged = new ArrayList<>();
    for (Pair pair : pairs) {
      Holm step = pair.isMeasured() ? steps[measured.indexOf(pair)] : new Holm(Double.NaN, alpha);
      judged.add(judge(pair, step, measured.size()));
    }
    return judged;
  }

  private Pair judge(Pair pair, Holm step, int size) {
    LogRatio ratio = pair.logRatio();
    double different = 1 - step.level();
    double equivalent = 1 - 2 * ALPHA / Math.max(1, size);
    Estimate adjusted = ratio.interval(different);
    Estimate inside = ratio.interval(equivalent);
    Ruling ruling = ruling(pair, adjusted, inside);
    TestResult test =
        new TestResult(
            ruling,
            margin(pair),
            floor.rounds() > 0
                && floor.margin() > Math.max(NoiseFloor.MIN_MARGIN, pair.resolution()),
            ruling == Ruling.EQUIVALENT ? inside : adjusted,
            step.adjustedP(),
            size,
            ruling == Ruling.NOT_TOLD_APART
                ? ratio.roundsToDecide(
                    floor::marginAfter, different, equivalent, pair.resolution(), MAX_ROUNDS)
                : 0);
    Validity validity =
        ruling == Ruling.UNRANKED && pair.isMeasured() ? withoutVerdict(pair) : pair.validity();
    State state = state(pair, ruling, different, equivalent);
    return new Pair(pair.a(), pair.b(), pair.tested(), ratio, validity, state, test);
  }

  /** Returns the margin d of a pair, from the noise or the resolution of the clock. */
  private double margin(Pair pair) {
    return Math.max(floor.margin(), pair.resolution());
  }

  private Ruling ruling(Pair pair, Estimate adjusted, Estimate inside) {
    if (!pair.isMeasured()) {
      return pair.ruling();
    }
    if (pair.rounds() < MIN_ROUNDS) {
      return Ruling.PREVIEW;
    }
    // There is no verdict against a variant that the load generator limited.
    Set<String> lowerBounds = pair.validity().lowerBounds();
    boolean isSound = Set.of(pair.betterSoFar()).containsAll(lowerBounds);
    Estimate greaterToLesser = pair.logRatio().mean() > 0 ? adjusted : adjusted.reciprocal();
    double margin = margin(pair);
    if (greaterToLesser.low() > (1 + margin) * (1 + ROUNDING)) {
      return isSound ? Ruling.BETTER_AT_LEAST : Ruling.UNRANKED;
    }
    if (pair.isCoarse()) {
      return Ruling.NOT_TOLD_APART;
    }
    double step = pair.resolution();
    if (inside.widened(step).isWithin(1 / (1 + margin), 1 + margin)) {
      // Within a wide margin, the control could hide a difference.
      return !lowerBounds.isEmpty()
          ? Ruling.UNRANKED
          : margin > NoiseFloor.WIDEST_MARGIN ? Ruling.NOT_TOLD_APART : Ruling.EQUIVALENT;
    }
    if (greaterToLesser.widened(step).low() > 1) {
      return isSound ? Ruling.BETTER_SIZE_UNCLEAR : Ruling.UNRANKED;
    }
    return Ruling.NOT_TOLD_APART;
  }

  private static Validity withoutVerdict(Pair pair) {
    Set<String> lowerBounds = pair.validity().lowerBounds();
    String better = pair.betterSoFar();
    String worse = pair.otherVariant(better);
    String reason =
        "the load generator limited %s, which may be better than it looks"
            .formatted(lowerBounds.contains(worse) ? worse : better);
    return new Validity(Status.INVALID, reason, lowerBounds, pair.resolution());
  }

  private State state(Pair pair, Ruling ruling, double different, double equivalent) {
    if (!pair.tested().isDecisive()) {
      return ruling == Ruling.BETTER_AT_LEAST || ruling == Ruling.EQUIVALENT
          ? State.DECIDED
          : State.CLOSED;
    }
    // The noise is too large only if its lower estimate is too large as well.
    NoiseFloor quieter = floor.withLowNoise();
    LogRatio ratio = pair.logRatio();
    boolean isInReach =
        ratio
                .withLowNoise()
                .roundsToDecide(
                    quieter::marginAfter, different, equivalent, pair.resolution(), roundsLeft)
            > 0;
    boolean isTold = !ratio.interval(different).contains(1);
    boolean mayNarrow = quieter.marginAfter(ratio.rounds() + roundsLeft) <= NoiseFloor.MIN_MARGIN;
    State state =
        switch (ruling) {
          case UNRANKED, NOT_COMPARABLE, PREVIEW -> State.OPEN;
          case BETTER_AT_LEAST -> State.DECIDED;
          case BETTER_SIZE_UNCLEAR -> State.CLOSED;
          // Told apart within a wide margin: less noise of the control may confirm a difference.
          case NOT_TOLD_APART -> (isTold ? mayNarrow : isInReach) ? State.OPEN : State.CLOSED;
          case EQUIVALENT ->
              floor.margin() > NoiseFloor.MIN_MARGIN && (mayNarrow || isInReach && !isTold)
                  ? State.OPEN
                  : State.DECIDED;
        };
    // More rounds cannot decide a pair that a gate excludes or the load generator limited.
    String worse = pair.otherVariant(pair.betterSoFar());
    boolean isHeldBack = pair.validity().lowerBounds().contains(worse);
    return state == State.OPEN && (pair.state() == State.CLOSED || isHeldBack)
        ? State.CLOSED
        : state;
  }
}
