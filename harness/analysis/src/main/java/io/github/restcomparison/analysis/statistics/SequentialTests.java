package io.github.restcomparison.analysis.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * All pairs of one metric, looked at after each round or once at the end: a pure function of the
 * rounds, so that a report says of the records what was said while they were made.
 *
 * <p>What was decided at a look stays decided. No correction is made for the number of looks: the
 * margin does its work, since a chance that is to be believed must leave the margin whole, and not
 * only 1, behind (SimulationStudyTest).
 *
 * @param metric by which all pairs are compared
 * @param control of the same metric, where there is one
 * @param pairs in the order to print
 */
public record SequentialTests(
    TestedMetric metric, Optional<PairedLogRatio> control, List<Pair> pairs) {

  /** Copies the pairs. */
  public SequentialTests {
    pairs = List.copyOf(pairs);
  }

  /**
   * One judgement for each pair, in order, after a look at each round from the {@linkplain
   * PairwiseTests#FIRST_LOOK third} on.
   *
   * @param rounds that have been measured, 1 or more
   * @param most rounds that there can be
   */
  public List<PairVerdict> afterEachRound(int rounds, int most) {
    return walk(IntStream.rangeClosed(Math.min(PairwiseTests.FIRST_LOOK, rounds), rounds), most);
  }

  /**
   * The same after one look at all of them.
   *
   * @param rounds that have been measured, 1 or more
   */
  public List<PairVerdict> once(int rounds) {
    return walk(IntStream.of(rounds), rounds);
  }

  private List<PairVerdict> walk(IntStream looks, int most) {
    List<PairVerdict> soFar = new ArrayList<>(Collections.nCopies(pairs.size(), null));
    looks.forEach(
        round -> {
          List<PairVerdict> now = at(round);
          for (int i = 0; i < now.size(); i++) {
            soFar.set(i, after(soFar.get(i), now.get(i), round, round >= most));
          }
        });
    return soFar;
  }

  private List<PairVerdict> at(int round) {
    NoiseFloor floor =
        control
            .flatMap(each -> each.until(round))
            .map(NoiseFloor::of)
            .orElse(NoiseFloor.NOT_MEASURED);
    return new PairwiseTests(metric, floor, pairs.stream().map(pair -> pair.after(round)).toList())
        .judge();
  }

  /**
   * What stands after one more look.
   *
   * @param before what stood before it; null at the first
   */
  private static PairVerdict after(PairVerdict before, PairVerdict now, int round, boolean last) {
    List<Look> looks = new ArrayList<>(before == null ? List.of() : before.looks());
    now.evidence()
        .flatMap(TestResult::interval)
        .ifPresent(interval -> looks.add(Look.of(round, interval)));
    if (before != null && before.decided()) {
      return (isConfirmedBy(before.ruling(), now.ruling()) ? now : before)
          .with(looks, before.decidedAfter());
    }
    return now.with(
        looks, settles(now.ruling(), last) ? OptionalInt.of(round) : OptionalInt.empty());
  }

  /**
   * Whether more rounds are not waited for. Equivalence within the wide margin of a noisy control
   * says little, and more rounds make it narrower: it counts when there are no more.
   */
  private static boolean settles(Verdict verdict, boolean last) {
    return switch (verdict) {
      case Verdict.BetterAtLeast better -> true;
      case Verdict.EquivalentWithin(double margin, Interval interval) ->
          last || margin <= NoiseFloor.LEAST_MARGIN;
      default -> false;
    };
  }

  /** The same again, with more rounds: its figures are the better ones. */
  private static boolean isConfirmedBy(Verdict decided, Verdict now) {
    return switch (decided) {
      case Verdict.BetterAtLeast(String better, int percent) ->
          now instanceof Verdict.BetterAtLeast(String again, int more) && again.equals(better);
      case Verdict.EquivalentWithin(double margin, Interval interval) ->
          now instanceof Verdict.EquivalentWithin(double again, Interval more) && again <= margin;
      default -> false;
    };
  }
}
