package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.CapacityReport.Searched;
import io.github.restcomparison.analysis.curves.CapacityReport.Tried;
import io.github.restcomparison.analysis.curves.CapacitySearch.Bracket;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.CapacityPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The capacity of one variant, as far as it was found.
 *
 * @param bound requests per second that its threads allow; absent where waiting blocks none
 * @param cpuMicros of the service per request, at the highest rate that kept the promise
 * @param cold how many of the runs that it rests on measured a service that was not warm
 * @param suspects at the rate that broke the promise
 * @param lateGenerator whether the load generator was late at the rate that broke it
 */
record CapacityAnswer(
    String variant,
    String slo,
    double precision,
    Bracket bracket,
    OptionalDouble bound,
    OptionalDouble cpuMicros,
    List<String> violated,
    long cold,
    Suspects suspects,
    boolean lateGenerator) {

  /** The share of what its threads allow from which on the answer is explained by them. */
  private static final double NEAR_THE_BOUND = 0.8;

  static CapacityAnswer of(Searched variant, CapacityPlan plan) {
    Bracket bracket =
        CapacitySearch.bracket(
            variant.steps().stream()
                .map(tried -> new CapacitySearch.Step(tried.rate(), tried.step().verdict()))
                .toList());
    Optional<Tried> met = at(variant, bracket.met());
    Optional<Tried> violated = at(variant, bracket.violated());
    return new CapacityAnswer(
        variant.name(),
        plan.slo(),
        plan.precision(),
        bracket,
        bound(variant, plan.runs().load().delay().mean()),
        met.map(CapacityAnswer::cpu).orElse(OptionalDouble.empty()),
        violated.stream()
            .flatMap(tried -> tried.step().usable().stream())
            .flatMap(load -> violated.get().step().slo().violated(load).stream())
            .distinct()
            .toList(),
        Stream.concat(met.stream(), violated.stream()).mapToLong(each -> each.step().cold()).sum(),
        new Suspects(violated.map(each -> each.step().usableRuns()).orElse(List.of())),
        violated.filter(tried -> tried.step().isLateGenerator()).isPresent());
  }

  private static Optional<Tried> at(Searched variant, OptionalDouble rate) {
    return variant.steps().stream()
        .filter(tried -> rate.isPresent() && tried.rate() == rate.getAsDouble())
        .findFirst();
  }

  private static OptionalDouble bound(Searched variant, Duration delay) {
    OptionalInt workers =
        variant.steps().stream()
            .flatMap(tried -> tried.step().runs().stream())
            .map(run -> run.settings().workers())
            .findFirst()
            .orElse(OptionalInt.empty());
    return workers.isPresent() && !delay.isZero()
        ? OptionalDouble.of(1e9 * workers.getAsInt() / delay.toNanos())
        : OptionalDouble.empty();
  }

  private static OptionalDouble cpu(Tried tried) {
    double[] values =
        tried.step().runs().stream()
            .filter(run -> run.status() == RunRecord.Status.VALID)
            .mapToDouble(RunMetrics.CPU::of)
            .filter(Double::isFinite)
            .toArray();
    return RunMetric.figure(values).stream().mapToDouble(MedianInterval::median).findFirst();
  }

  /** Whether there are two ends, as near as they were to be. */
  boolean isComplete() {
    return bracket.isWithin(precision);
  }

  /** Whether the answer is one, and rests on services that were warm. */
  boolean isValid() {
    return isComplete() && cold == 0;
  }

  /** The answer with its numbers. */
  String sentence() {
    if (bracket.met().isEmpty()) {
      return "%s: no rate kept %s%s"
          .formatted(
              variant,
              slo,
              bracket.violated().isPresent()
                  ? ", not even %s requests/s".formatted(Numbers.of(bracket.violated()))
                  : " so far");
    }
    String met = "%s: %s requests/s kept %s".formatted(variant, Numbers.of(bracket.met()), slo);
    if (bracket.violated().isEmpty()) {
      return met + "; no rate that was tried broke it";
    }
    return "%s, %s did not (%s)%s%s%s"
        .formatted(
            met,
            Numbers.of(bracket.violated()),
            String.join("; ", violated),
            ofBound(),
            unexplained(),
            lateGenerator
                ? "; there the load generator itself was late, so that this is a lower bound"
                : "");
  }

  private String ofBound() {
    return bound.isPresent()
        ? "; its threads allow %s requests/s, of which this is %s %%"
            .formatted(
                Numbers.of(bound),
                Numbers.of(100 * bracket.met().getAsDouble() / bound.getAsDouble()))
        : "";
  }

  /** Where neither the threads nor the CPUs were used up. */
  private String unexplained() {
    boolean near =
        bound.isPresent() && bracket.met().getAsDouble() > NEAR_THE_BOUND * bound.getAsDouble();
    return near || !suspects.isMostlyIdle()
        ? ""
        : "; far from any bound, for %s %% of its CPUs were idle: %s"
            .formatted(Numbers.of(100 * suspects.idle().getAsDouble()), suspects.sentence());
  }

  /** Each against all that carry less, a sentence each; only where both have an interval. */
  static List<String> compared(List<CapacityAnswer> answers) {
    List<CapacityAnswer> ordered =
        answers.stream()
            .filter(CapacityAnswer::isComplete)
            .sorted(Comparator.comparingDouble(answer -> -answer.bracket().met().orElseThrow()))
            .toList();
    List<String> sentences = new ArrayList<>();
    for (int one = 0; one < ordered.size(); one++) {
      for (CapacityAnswer other : ordered.subList(one + 1, ordered.size())) {
        sentences.add(ordered.get(one).against(other));
      }
    }
    return sentences;
  }

  private String against(CapacityAnswer other) {
    if (!bracket.isAbove(other.bracket)) {
      return "%s and %s: no difference shown, their intervals overlap"
          .formatted(variant, other.variant);
    }
    double least = bracket.met().getAsDouble() / other.bracket.violated().getAsDouble() - 1;
    return other.lateGenerator
        ? "%s against %s: not ranked, for the load generator held the latter back"
            .formatted(variant, other.variant)
        : "%s carries at least %,.0f %% more than %s"
            .formatted(variant, Math.floor(100 * least), other.variant);
  }
}
