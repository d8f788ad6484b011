package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run: its name and unit in the files, how to read it from a record, how people read
 * it, and which outputs show it. {@link RunMetrics} lists all; an entry there is all that the pages
 * need.
 *
 * @param name in {@code comparison.csv} and {@code comparison.json}
 * @param unit in {@code comparison.csv}
 * @param value in a record; NaN if it was not measured
 * @param outputs that show it; {@code comparison.csv} has all
 */
public record RunMetric(
    String name, String unit, ToDoubleFunction<RunRecord> value, Label label, Set<Output> outputs) {

  /** What shows a figure, or how. */
  public enum Output {
    /** {@code comparison.json}, among the fields of a variant. */
    JSON,
    /** {@code comparison.json}, in the variant's {@code latency}. */
    JSON_LATENCY,
    /** {@code comparison.json}, in the variant's {@code serviceTime}. */
    JSON_SERVICE_TIME,
    /** {@code comparison.csv}, also for a run that is not valid: only counts are. */
    INVALID_RUNS,
    /** The rows of the first screen and of the terminal. */
    GLANCE,
    /** The page's table of throughput. */
    PAGE_THROUGHPUT,
    /** The page's table of latency. */
    PAGE_LATENCY,
    /** The page's table of cost. */
    PAGE_COST,
    /** The page's table of start-up. */
    PAGE_START_UP,
    /** No column in a table if no variant has a figure. */
    ONLY_IF_MEASURED,
    /** A percentile, which is never averaged. */
    PERCENTILE
  }

  /**
   * How people read a figure.
   *
   * @param text in a word or two; empty if the unit is enough
   * @param unit that numbers are written in; empty for none
   * @param glance a format for the first screen: {@code p99 %s ms}
   * @param format writes a value of the record in that unit
   */
  public record Label(String text, String unit, String glance, DoubleFunction<String> format) {}

  /** A figure that only {@code comparison.csv} has. */
  public static RunMetric of(String name, String unit, ToDoubleFunction<RunRecord> value) {
    return new RunMetric(
        name, unit, value, new Label(name, unit, "%s", Numbers::of), EnumSet.noneOf(Output.class));
  }

  /** The same with other words, in a unit for people. */
  public RunMetric called(String text, String shownUnit, DoubleFunction<String> format) {
    return called(new Label(text, shownUnit, (text + " %s " + shownUnit).strip(), format));
  }

  /** The same for people. */
  public RunMetric called(Label other) {
    return new RunMetric(name, unit, value, other, outputs);
  }

  /** The same, shown in more outputs. */
  public RunMetric in(Output... more) {
    Set<Output> all = EnumSet.copyOf(List.of(more));
    all.addAll(outputs);
    return new RunMetric(name, unit, value, label, all);
  }

  /** Whether an output shows it. */
  public boolean isIn(Output output) {
    return outputs.contains(output);
  }

  /** The head of its column: {@code p99, ms}. */
  public String head() {
    return label.text + (label.text.isEmpty() || label.unit.isEmpty() ? "" : ", ") + label.unit;
  }

  /** Returns a value as the first screen shows it: {@code p99 176 ms}. */
  public String glance(double number) {
    return Double.isNaN(number)
        ? Numbers.ABSENT
        : label.glance.formatted(label.format.apply(number));
  }

  /** Returns its value in a run, 0 or more; NaN if that was not measured, or is not a number. */
  public double of(RunRecord run) {
    double number = value.applyAsDouble(run);
    return number >= 0 && Double.isFinite(number) ? number : Double.NaN;
  }

  /** Returns its value in each of the runs that have one. */
  public double[] of(List<RecordedRun> runs) {
    return runs.stream()
        .mapToDouble(run -> of(run.record()))
        .filter(number -> !Double.isNaN(number))
        .toArray();
  }

  /** Returns its median over the runs, with the interval; NaN if no run has a value. */
  public MedianInterval figure(List<RecordedRun> runs) {
    double[] values = of(runs);
    return isIn(Output.PERCENTILE) && values.length > 0
        ? MedianInterval.ofPercentiles(values).map(Numbers::roundSignificant)
        : figure(values);
  }

  /** Returns the median of any values of runs, rounded; NaN if there are none. */
  public static MedianInterval figure(double... values) {
    return values.length == 0
        ? MedianInterval.NONE
        : MedianInterval.of(values).map(Numbers::roundSignificant);
  }

  /** Returns the middle value of the runs; NaN if none has one. */
  public double median(List<RecordedRun> runs) {
    return figure(runs).median();
  }
}
