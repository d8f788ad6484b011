package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.Pair.TestResult;
import io.github.restcomparison.analysis.model.Pair.Validity;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.settings.Count;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes pairs of the runs of variants, before they are judged. */
public final class Pairing {
  private Pairing() {}

  /**
   * Compares two variants of one experiment, round by round.
   *
   * @param rounds that there can be
   */
  public static Pair withinExperiment(
      VariantRuns a, VariantRuns b, TestedMetric tested, NoiseFloor floor, int rounds) {
    return of(
        a, b, tested, () -> LogRatio.paired(byRound(a, tested), byRound(b, tested), floor), rounds);
  }

  /** Compares two variants of different experiments, as independent samples. */
  public static Pair acrossExperiments(
      VariantRuns a, VariantRuns b, TestedMetric tested, NoiseFloor floor) {
    return of(
        a, b, tested, () -> LogRatio.independent(values(a, tested), values(b, tested), floor), 0);
  }

  private static Pair of(
      VariantRuns a, VariantRuns b, TestedMetric tested, Supplier<LogRatio> ratio, int rounds) {
    for (VariantRuns each : List.of(a, b)) {
      Status status = each.status();
      if (status != Status.VALID) {
        return Pair.excluded(
            a.name(),
            b.name(),
            tested,
            each.canStillBeRanked(rounds) ? State.OPEN : State.CLOSED,
            status == Status.FAILED ? status : Status.INVALID,
            each.name() + ": " + each.reason());
      }
    }
    Optional<String> missing = missing(tested, a, b);
    Optional<String> zero = zero(tested, a, b);
    if (missing.isPresent() || zero.isPresent()) {
      Status status = missing.isPresent() ? Status.VALID : Status.INVALID;
      return new Pair(
          a.name(),
          b.name(),
          tested,
          LogRatio.NONE,
          new Validity(status, missing.or(() -> zero).get(), Set.of(), 0),
          State.CLOSED,
          TestResult.missing(Ruling.NOT_COMPARABLE));
    }
    Set<String> lowerBounds =
        Stream.of(a, b)
            .filter(each -> tested.isWorsenedByGenerator() && each.isLimitedByGenerator())
            .map(VariantRuns::name)
            .collect(Collectors.toSet());
    return Pair.of(a.name(), b.name(), tested, ratio.get(), resolution(tested, a, b), lowerBounds);
  }

  /** Returns the step of the figure as a share of the smaller median. */
  private static double resolution(TestedMetric tested, VariantRuns a, VariantRuns b) {
    double step = tested.step();
    double smaller = Math.min(a.median(tested.metric()), b.median(tested.metric()));
    return step == 0 ? 0 : step / Math.max(step, smaller);
  }

  /** Returns the figure that is missing, or of too few requests; empty if none is. */
  private static Optional<String> missing(TestedMetric tested, VariantRuns... both) {
    String names =
        Stream.of(both)
            .filter(each -> values(each, tested).length == 0)
            .map(VariantRuns::name)
            .collect(Collectors.joining(" and "));
    return names.isEmpty()
        ? tested == TestedMetric.P99 ? VariantRuns.p99Note(List.of(both)) : Optional.empty()
        : Optional.of("%s: %s was not measured".formatted(names, tested.label()));
  }

  /**
   * Returns the figure that is 0, and in how many rounds; empty if none is. The ratio to 0 is not
   * known, and a ratio of the other rounds would favour the worse one.
   */
  private static Optional<String> zero(TestedMetric tested, VariantRuns... both) {
    return Stream.of(both)
        .filter(each -> zeros(each, tested) > 0)
        .map(
            each ->
                "%s: %s is 0 in %d of %s"
                    .formatted(
                        each.name(),
                        tested.label(),
                        zeros(each, tested),
                        Count.of(each.valid().size(), "round")))
        .reduce((one, other) -> one + "; " + other);
  }

  private static long zeros(VariantRuns variant, TestedMetric tested) {
    return byRound(variant, tested).values().stream().filter(value -> value == 0).count();
  }

  /**
   * Returns the A/A control in the rounds that are valid for both: a variant, and the same measured
   * again. Its reason has the rounds that it lost. It is DECIDED if enough rounds are valid, OPEN
   * if further rounds may be enough, else CLOSED: it is lost.
   *
   * @param expectedRounds the number of rounds that should be complete by now
   * @param roundsLeft rounds that may follow
   */
  static Pair control(
      VariantRuns one, VariantRuns again, TestedMetric tested, int expectedRounds, int roundsLeft) {
    Set<Integer> both = validRounds(one);
    both.retainAll(validRounds(again));
    Optional<String> zero = zero(tested, one, again);
    String lost =
        both.size() < expectedRounds
            ? "lost %d of %s"
                .formatted(expectedRounds - both.size(), Count.of(expectedRounds, "round"))
            : "";
    boolean isEnough = both.size() >= Math.min(expectedRounds, Family.MIN_ROUNDS);
    boolean mayBeEnough = both.size() + roundsLeft >= Family.MIN_ROUNDS;
    State state =
        zero.isPresent() || !isEnough && !mayBeEnough
            ? State.CLOSED
            : isEnough ? State.DECIDED : State.OPEN;
    return new Pair(
        one.name(),
        again.name(),
        tested,
        zero.isPresent()
            ? LogRatio.NONE
            : LogRatio.paired(
                byRound(one, tested), byRound(again, tested), NoiseFloor.NOT_MEASURED),
        new Validity(Status.VALID, zero.orElse(lost), Set.of(), 0),
        state,
        TestResult.missing(Ruling.PREVIEW));
  }

  private static Set<Integer> validRounds(VariantRuns variant) {
    return variant.valid().stream()
        .map(run -> run.record().round())
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static double[] values(VariantRuns variant, TestedMetric tested) {
    return byRound(variant, tested).values().stream().mapToDouble(each -> each).toArray();
  }

  /** Returns the figures of the valid rounds. */
  private static Map<Integer, Double> byRound(VariantRuns variant, TestedMetric tested) {
    Map<Integer, Double> values = new TreeMap<>();
    for (RecordedRun run : variant.valid()) {
      double value = tested.figure(run.record());
      if (!Double.isNaN(value)) {
        values.put(run.record().round(), value);
      }
    }
    return values;
  }
}
