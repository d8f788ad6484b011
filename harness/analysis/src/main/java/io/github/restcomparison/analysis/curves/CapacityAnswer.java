package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.CapacitySearch.Bracket;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.CapacityPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The capacity of one variant, as far as it was found.
 *
 * @param steps in ascending order of the rate
 */
record CapacityAnswer(String variant, CapacityPlan plan, List<CapacityStep> steps) {
  /** From this share of what the threads allow on, they explain the answer. */
  private static final double NEAR_THE_BOUND = 0.8;

  private static final double MOSTLY_IDLE = 0.5;

  Bracket bracket() {
    return Bracket.of(
        steps.stream().collect(Collectors.toMap(CapacityStep::rate, CapacityStep::verdict)));
  }

  private Stream<CapacityStep> at(double rate) {
    return steps.stream().filter(step -> step.rate() == rate);
  }

  /** Requests per second that the threads allow; NaN if waiting blocks none. */
  double bound() {
    Duration delay = plan.runs().load().delay().mean();
    OptionalInt workers =
        steps.stream()
            .flatMap(step -> step.runs().stream())
            .map(run -> run.settings().workers())
            .findFirst()
            .orElse(OptionalInt.empty());
    return workers.isPresent() && !delay.isZero()
        ? 1e9 * workers.getAsInt() / delay.toNanos()
        : Double.NaN;
  }

  /** CPU of the service at the highest rate that kept the SLO, µs per request; NaN if unknown. */
  double cpuMicros() {
    double[] values =
        at(bracket().kept())
            .flatMap(step -> step.runs().stream())
            .filter(run -> run.status() == Status.VALID)
            .mapToDouble(RunMetrics.CPU::of)
            .filter(Double::isFinite)
            .toArray();
    return RunMetric.figure(values).map(MedianInterval::median).orElse(Double.NaN);
  }

  /** How many of the runs at both ends measured a service that was not warm. */
  long cold() {
    return Stream.concat(at(bracket().kept()), at(bracket().broken()))
        .mapToLong(CapacityStep::cold)
        .sum();
  }

  /** Whether both ends are known and close enough. */
  boolean isComplete() {
    return bracket().isWithin(plan.precision());
  }

  private boolean isLowerBound() {
    return at(bracket().broken()).anyMatch(CapacityStep::isGeneratorLate);
  }

  /** The answer with its numbers. */
  String sentence() {
    String kept = Numbers.of(bracket().kept());
    String broken = Numbers.of(bracket().broken());
    if (Double.isNaN(bracket().kept())) {
      return "%s: no rate kept %s%s"
          .formatted(
              variant,
              plan.slo(),
              Double.isNaN(bracket().broken())
                  ? " so far"
                  : ", not even %s requests/s".formatted(broken));
    }
    String answer = "%s: %s requests/s kept %s".formatted(variant, kept, plan.slo());
    if (Double.isNaN(bracket().broken())) {
      return answer + "; no rate that was tried broke it";
    }
    String violations =
        at(bracket().broken())
            .flatMap(step -> step.counted().stream().flatMap(step::violations))
            .distinct()
            .collect(Collectors.joining("; "));
    return Stream.concat(
            Stream.of("%s, %s did not (%s)".formatted(answer, broken, violations)),
            explanations().stream())
        .collect(Collectors.joining("; "));
  }

  private List<String> explanations() {
    List<String> explanations = new ArrayList<>();
    double ofBound = bracket().kept() / bound();
    if (!Double.isNaN(bound())) {
      explanations.add(
          "its threads allow %s requests/s, of which this is %s %%"
              .formatted(Numbers.of(bound()), Numbers.of(100 * ofBound)));
    }
    double idle = idle();
    if (idle > MOSTLY_IDLE && !(ofBound > NEAR_THE_BOUND)) {
      explanations.add(
          "far from any bound, for %s %% of its CPUs were idle".formatted(Numbers.of(100 * idle)));
    }
    if (isLowerBound()) {
      explanations.add("there the load generator itself was late, so that this is a lower bound");
    }
    return explanations;
  }

  /** The share of its CPUs that the service left idle; NaN if that is not known. */
  private double idle() {
    return at(bracket().broken())
        .flatMap(step -> step.counted().stream())
        .filter(run -> run.setup().environment().placement().serviceCpus().isPresent())
        .mapToDouble(
            run ->
                1
                    - RunMetrics.SERVER_CORES.of(run)
                        / run.setup().environment().placement().serviceCpus().getAsInt())
        .filter(Double::isFinite)
        .map(idle -> Math.max(0, idle))
        .average()
        .orElse(Double.NaN);
  }

  /** Compares each with all that carry less, a sentence each, if both are complete. */
  static List<String> compared(List<CapacityAnswer> answers) {
    List<CapacityAnswer> ordered =
        answers.stream()
            .filter(CapacityAnswer::isComplete)
            .sorted(Comparator.comparingDouble(answer -> -answer.bracket().kept()))
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
    if (!bracket().isAbove(other.bracket())) {
      return "%s and %s: no difference shown, their intervals overlap"
          .formatted(variant, other.variant);
    }
    double least = bracket().kept() / other.bracket().broken() - 1;
    return other.isLowerBound()
        ? "%s against %s: not ranked, for the load generator held the latter back"
            .formatted(variant, other.variant)
        : "%s carries at least %,.0f %% more than %s"
            .formatted(variant, Math.floor(100 * least), other.variant);
  }
}
