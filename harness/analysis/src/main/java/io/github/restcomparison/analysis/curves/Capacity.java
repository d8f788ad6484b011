package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The capacity of one variant, as far as it was found: the highest rate that meets an SLO, by
 * bracketing and bisecting. The steps hold the whole state of the search, so it can be resumed.
 *
 * @param steps in ascending order of the rate
 */
public record Capacity(String variant, CapacityPlan plan, List<Step> steps) {
  /** The factor by which the rate grows or shrinks until there is a bracket. */
  private static final double GROWTH = 1.5;

  private static final double MIN = 1;
  private static final int AGREEING = 2;

  /** The reasons of a failed run that the SLO limits. */
  private static final Pattern JUDGED =
      Pattern.compile("\\d requests (failed: |could not start: )");

  /** The verdict on a rate. */
  enum SloResult {
    MET,
    MISSED,
    /** Too few runs agree. */
    UNDECIDED
  }

  /**
   * The runs at one rate, judged by an SLO. One run is one sample: two must agree. Runs on a
   * disturbed host do not count.
   *
   * @param rate requests per second
   * @param runs at the rate, in the order in which they were measured
   */
  public record Step(double rate, Slo slo, List<RunRecord> runs) {
    /** Returns the rounds that were measured to their end. */
    int rounds() {
      return runs.stream()
          .filter(run -> run.status() != Status.ABORTED)
          .mapToInt(RunRecord::round)
          .max()
          .orElse(0);
    }

    /** Returns the verdict of the runs so far. */
    SloResult sloResult() {
      long met = counted().stream().filter(run -> violations(run).findAny().isEmpty()).count();
      if (met >= AGREEING) {
        return SloResult.MET;
      }
      return counted().size() - met >= AGREEING ? SloResult.MISSED : SloResult.UNDECIDED;
    }

    /** Returns the runs that count. A service that failed has missed the SLO. */
    List<RunRecord> counted() {
      return runs.stream()
          .filter(run -> run.status() == Status.VALID || run.status() == Status.FAILED)
          .filter(run -> run.load().isPresent() && !run.failsGate(Gate.HOST))
          .toList();
    }

    /**
     * Returns the violations of the SLO by a run, a clause each. A service that crashed, lost
     * requests or responded too early has violated it, whatever its other latencies are.
     */
    Stream<String> violations(RunRecord run) {
      List<String> reasons = run.reasons().isEmpty() ? List.of("it failed") : run.reasons();
      Stream<String> failures =
          run.status() == Status.FAILED
              ? reasons.stream().filter(reason -> !JUDGED.matcher(reason).find())
              : Stream.empty();
      return Stream.concat(
          run.load().stream().flatMap(load -> slo.violated(load).stream()), failures);
    }

    /** Returns how many runs that count were not steady. */
    long unsteady() {
      return counted().stream().filter(run -> !run.wasSteady()).count();
    }

    /** Returns whether the load generator was late in most of the runs that count. */
    boolean isGeneratorLate() {
      long late = counted().stream().filter(run -> run.failsGate(Gate.GENERATOR)).count();
      return 2 * late > counted().size();
    }
  }

  /**
   * Reads the steps of a variant.
   *
   * @param search the folder of the search
   * @param unreadable gets a line for each record that cannot be read
   * @throws IOException if the folder cannot be read
   */
  public static Capacity read(
      Path search, CapacityPlan plan, String variant, List<String> unreadable) throws IOException {
    CapacityPlan.Folder folder = new CapacityPlan.Folder(search);
    List<Step> steps = new ArrayList<>();
    for (double rate : folder.rates(variant)) {
      List<RunRecord> runs = new ArrayList<>();
      for (RunFolder run : folder.runs(variant, rate)) {
        try {
          runs.add(run.readRecord());
        } catch (IOException e) {
          unreadable.add(e.getMessage());
        }
      }
      steps.add(new Step(rate, Slo.of(plan.slo()), runs));
    }
    return new Capacity(variant, plan, steps);
  }

  /** Returns the highest rate that met the SLO and lies below all that missed it, or NaN. */
  double highestMet() {
    double missed = lowestMissed();
    return rates(SloResult.MET).filter(rate -> !(rate >= missed)).max().orElse(Double.NaN);
  }

  /** Returns the lowest rate that missed the SLO, or NaN. */
  double lowestMissed() {
    return rates(SloResult.MISSED).min().orElse(Double.NaN);
  }

  private DoubleStream rates(SloResult verdict) {
    return steps.stream().filter(step -> step.sloResult() == verdict).mapToDouble(Step::rate);
  }

  /** Returns the rates on which all runs of the plan were measured and too few agreed. */
  List<Double> disputed() {
    return steps.stream()
        .filter(step -> step.sloResult() == SloResult.UNDECIDED && isDone(step))
        .map(Step::rate)
        .toList();
  }

  /** Returns the step of a rate; empty if it was not tried. */
  Stream<Step> findSteps(double rate) {
    return steps.stream().filter(step -> step.rate() == rate);
  }

  /** Returns the rounds of a rate that were measured. */
  public int rounds(double rate) {
    return findSteps(rate).mapToInt(Step::rounds).sum();
  }

  /** Returns whether the search has its result: an interval, or one end of the allowed rates. */
  boolean isComplete() {
    return hasInterval() || isAtMaximum() || isBelowMinimum();
  }

  /**
   * Returns whether both ends are known and close enough. Rates are whole: below 50/s two
   * neighbours are farther apart than 2 %.
   */
  private boolean hasInterval() {
    return lowestMissed() - highestMet() <= 1
        || lowestMissed() / highestMet() - 1 <= CapacityPlan.PRECISION;
  }

  /** Returns whether the highest rate of the plan met the SLO, so that the capacity is higher. */
  boolean isAtMaximum() {
    return highestMet() >= plan.mostRate();
  }

  /** Returns whether the minimum rate missed the SLO. */
  private boolean isBelowMinimum() {
    return lowestMissed() <= MIN;
  }

  /** Returns whether no rate is a result because the service failed at the minimum rate. */
  boolean isFailed() {
    return isBelowMinimum()
        && findSteps(lowestMissed())
            .flatMap(step -> step.counted().stream())
            .allMatch(run -> run.status() == Status.FAILED);
  }

  /** Returns whether its interval lies above another one, without overlap. */
  boolean isAbove(Capacity other) {
    return highestMet() >= other.lowestMissed();
  }

  /**
   * Returns the rate to try next. Empty if the result is precise enough, if there is none between
   * the minimum and the maximum, or if too few runs agreed on a rate.
   *
   * @param start the first rate to try, requests per second
   */
  public OptionalDouble next(double start) {
    double rate = steps.stream().anyMatch(this::isDone) ? proposed() : start;
    return Double.isNaN(rate) || rate < MIN || findSteps(rate).anyMatch(this::isDone)
        ? OptionalDouble.empty()
        : OptionalDouble.of(rate);
  }

  private boolean isDone(Step step) {
    return step.sloResult() != SloResult.UNDECIDED
        || step.rounds() >= plan.runs().design().rounds().max();
  }

  /** Returns the whole rate to try next; NaN for none. */
  private double proposed() {
    if (Double.isNaN(lowestMissed())) {
      return Math.min(plan.mostRate(), Math.rint(highestMet() * GROWTH));
    }
    if (Double.isNaN(highestMet())) {
      return Math.rint(lowestMissed() / GROWTH);
    }
    return hasInterval() ? Double.NaN : Math.rint(Math.sqrt(highestMet() * lowestMissed()));
  }

  /** Returns the maximum of requests per second by the threads; NaN if waiting blocks none. */
  double threadLimit() {
    double seconds = plan.runs().load().delay().mean().toNanos() / 1e9;
    return steps.stream()
        .flatMap(step -> step.runs().stream())
        .limit(seconds > 0 ? 1 : 0)
        .flatMapToInt(run -> run.settings().workers().stream())
        .mapToDouble(workers -> workers / seconds)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Returns the µs of CPU per request at the highest rate that met the SLO, or NaN. */
  double cpuMicros() {
    double[] values =
        findSteps(highestMet())
            .flatMap(step -> step.runs().stream())
            .filter(run -> run.status() == Status.VALID)
            .mapToDouble(RunMetric.CPU::valueIn)
            .filter(Double::isFinite)
            .toArray();
    return RunMetric.figure(values).value();
  }

  /** Returns how many runs at both ends were not steady. */
  long unsteady() {
    return Stream.concat(findSteps(highestMet()), findSteps(lowestMissed()))
        .mapToLong(Step::unsteady)
        .sum();
  }

  /** Returns whether the load generator was late at the upper end. */
  boolean isLowerBound() {
    return findSteps(lowestMissed()).anyMatch(Step::isGeneratorLate);
  }
}
