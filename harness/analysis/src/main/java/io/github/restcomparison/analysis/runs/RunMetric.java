package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A figure of a run: its name and unit in the files, where the record has it, how people read it,
 * and where it is shown. {@link RunMetrics} lists all; an entry there is all that the pages need.
 *
 * @param name in {@code comparison.csv} and {@code comparison.json}
 * @param unit in {@code comparison.csv}
 * @param value in a record; absent where it was not measured
 * @param label how people read it
 * @param columns its column in each output that shows it
 * @param applies whether experiments of a plan have it at all: tables leave out what does not apply
 * @param isPercentile whether it is a percentile, which is never averaged
 */
public record RunMetric(
    String name,
    String unit,
    Function<RunRecord, OptionalDouble> value,
    Label label,
    Map<Output, Column> columns,
    Predicate<Conditions> applies,
    boolean isPercentile) {

  /** Where a figure may be shown. {@code comparison.csv} has all. */
  public enum Output {
    /** {@code comparison.json}, among the fields of a variant. */
    JSON,
    /** {@code comparison.json}, in the variant's {@code latency}. */
    JSON_LATENCY,
    /** {@code comparison.json}, in the variant's {@code serviceTime}. */
    JSON_SERVICE_TIME,
    /** {@code comparison.csv}, even for a run that is not valid: more than a count is not. */
    INVALID_RUNS,
    /** The table in the terminal. */
    CONSOLE,
    /** The page's table of throughput. */
    PAGE_THROUGHPUT,
    /** The page's table of latency. */
    PAGE_LATENCY,
    /** The page's table of cost. */
    PAGE_COST
  }

  /** What a cell of a table holds. */
  public enum Cell {
    /** The median. */
    MEDIAN,
    /** The median with its interval. */
    INTERVAL,
    /** The median with its interval and, on the page, a bar behind it. */
    BAR
  }

  /**
   * How people read a figure.
   *
   * @param text in a word or two
   * @param unit that numbers are written in; empty where they need none
   * @param format writes a value of the record in that unit
   */
  public record Label(String text, String unit, DoubleFunction<String> format) {}

  /**
   * A column of a table.
   *
   * @param head in the terminal, whose table has none, what stands around the figure: {@code p99 %s
   *     ms}
   * @param place among the table's columns; those of the same place keep the order of the list
   */
  public record Column(String head, Cell cell, int place) {}

  /** A figure that only {@code comparison.csv} has. */
  public static RunMetric of(String name, String unit, Function<RunRecord, OptionalDouble> value) {
    return new RunMetric(
        name, unit, value, new Label(name, unit, Numbers::of), Map.of(), plan -> true, false);
  }

  /** The same as a percentile. */
  public RunMetric asPercentile() {
    return new RunMetric(name, unit, value, label, columns, applies, true);
  }

  /** The same with other words, in the unit of the files. */
  public RunMetric called(String text) {
    return called(text, unit, Numbers::of);
  }

  /** The same with other words, in a unit for people. */
  public RunMetric called(String text, String shownUnit, DoubleFunction<String> format) {
    return new RunMetric(
        name, unit, value, new Label(text, shownUnit, format), columns, applies, isPercentile);
  }

  /** The same, shown in an output that has no head. */
  public RunMetric in(Output output) {
    return in(output, Cell.MEDIAN);
  }

  /** The same, shown in a table under label and unit. */
  public RunMetric in(Output output, Cell cell) {
    boolean hasUnit = !label.unit.isEmpty();
    String head =
        switch (output) {
          case CONSOLE -> label.text + " %s" + (hasUnit ? " " + label.unit : "");
          default -> label.text + (hasUnit ? ", " + label.unit : "");
        };
    return in(output, new Column(head, cell, 0));
  }

  /** The same, shown in a table as the column says. */
  public RunMetric in(Output output, Column column) {
    Map<Output, Column> more = new EnumMap<>(Output.class);
    more.putAll(columns);
    more.put(output, column);
    return new RunMetric(name, unit, value, label, more, applies, isPercentile);
  }

  /** The same, for some experiments alone. */
  public RunMetric when(Predicate<Conditions> plan) {
    return new RunMetric(name, unit, value, label, columns, plan, isPercentile);
  }

  /** Whether an output shows it. */
  public boolean isIn(Output output) {
    return columns.containsKey(output);
  }

  /** Its head in the table of an output that shows it. */
  public String head(Output output) {
    return columns.get(output).head();
  }

  /** Whether the table of an output draws bars of it. */
  public boolean hasBar(Output output) {
    return columns.get(output).cell() == Cell.BAR;
  }

  /** What a cell of a table says; {@link Numbers#ABSENT} where there is no figure. */
  public String cell(Output output, Optional<MedianInterval> figure) {
    return columns.get(output).cell() == Cell.MEDIAN
        ? Numbers.median(figure, label.format())
        : Numbers.interval(figure, label.format());
  }

  /** Its value in a run, where that was measured and is a number. */
  public OptionalDouble of(RunRecord record) {
    return value.apply(record).stream()
        .filter(number -> number >= 0 && Double.isFinite(number))
        .findFirst();
  }

  /** Its value in each of the runs that have one. */
  public double[] of(List<RecordedRun> runs) {
    return runs.stream().flatMapToDouble(run -> of(run.record()).stream()).toArray();
  }

  /** Its median over the runs, with the interval; empty where no run has a value. */
  public Optional<MedianInterval> figure(List<RecordedRun> runs) {
    double[] values = of(runs);
    return isPercentile && values.length > 0
        ? Optional.of(MedianInterval.ofPercentiles(values).map(Numbers::roundSignificant))
        : figure(values);
  }

  /** The median of any values of runs, rounded; empty where there are none. */
  public static Optional<MedianInterval> figure(double... values) {
    return values.length == 0
        ? Optional.empty()
        : Optional.of(MedianInterval.of(values).map(Numbers::roundSignificant));
  }

  /** The middle value of the runs, where any has one. */
  public OptionalDouble median(List<RecordedRun> runs) {
    return figure(runs).stream().mapToDouble(MedianInterval::median).findFirst();
  }
}
