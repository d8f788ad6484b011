package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.StartUp;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run: its name and unit in the files, how to read it from a record, its text for
 * people, and its outputs. A new figure is one entry in {@link #ALL}.
 *
 * @param name in {@code comparison.csv} and {@code comparison.json}
 * @param unit in {@code comparison.csv}
 * @param value in a record; NaN if it was not measured
 * @param outputs that print it; {@code comparison.csv} has all
 */
public record RunMetric(
    String name, String unit, ToDoubleFunction<RunRecord> value, Label label, Set<Output> outputs) {

  private static final List<RunMetric> LISTED = new ArrayList<>();

  public static final RunMetric REQUESTS =
      register(
          load("requests", "requests", each -> each.counts().requests())
              .withOutputs(Output.INVALID_RUNS));
  public static final RunMetric OK =
      register(load("ok", "requests", each -> each.counts().ok()).withOutputs(Output.INVALID_RUNS));
  public static final RunMetric KO =
      register(load("ko", "requests", each -> each.counts().ko()).withOutputs(Output.INVALID_RUNS));
  public static final RunMetric WINDOW =
      register(load("windowSeconds", "s", each -> each.window().windowSeconds()));
  public static final RunMetric KEPT =
      register(load("keptSeconds", "s", each -> each.window().keptSeconds()));
  public static final RunMetric THROUGHPUT =
      register(
          load("throughput", "requests/s", LoadResult::throughput)
              .withLabel(new Label("", "requests/s", "%s/s", Numbers::of))
              .withOutputs(Output.JSON, Output.GLANCE, Output.PAGE_THROUGHPUT));
  public static final RunMetric BYTES =
      register(
          load("bytesPerSecond", "bytes/s", each -> each.window().bytesPerSecond())
              .withLabel("", "bytes/s", Numbers::of));
  public static final RunMetric RESPONSE_BYTES =
      register(
          load("responseBytes", "bytes", RunMetric::responseBytes)
              .withLabel("", "bytes/response", Numbers::of)
              .withOutputs(Output.PAGE_THROUGHPUT));
  public static final RunMetric STALL =
      register(load("longestStall", "ms", LoadResult::longestStallMs));
  public static final RunMetric MIN =
      register(latency("min", "min", Latency::min).withOutputs(Output.PERCENTILE));
  public static final RunMetric MEAN =
      register(
          latency("mean", "mean", Latency::mean)
              .withOutputs(Output.JSON_LATENCY, Output.GLANCE, Output.PAGE_LATENCY));
  public static final RunMetric P50 =
      register(
          percentile("p50", "p50", Latency::p50)
              .withOutputs(Output.FIRST_SCREEN, Output.PAGE_LATENCY));
  public static final RunMetric P75 =
      register(percentile("p75", "p75", each -> each.percentiles().p75()));
  public static final RunMetric P90 =
      register(percentile("p90", "p90", each -> each.percentiles().p90()));
  public static final RunMetric P95 =
      register(
          percentile("p95", "p95", each -> each.percentiles().p95())
              .withOutputs(Output.PAGE_LATENCY));
  public static final RunMetric P99 =
      register(
          percentile("p99", "p99", Latency::p99)
              .withOutputs(Output.GLANCE, Output.FIRST_SCREEN, Output.PAGE_LATENCY));
  public static final RunMetric P999 =
      register(
          percentile("p999", "p99.9", each -> each.percentiles().p999())
              .withOutputs(Output.PAGE_LATENCY));
  public static final RunMetric MAX =
      register(percentile("max", "max", Latency::max).withOutputs(Output.PAGE_LATENCY));
  public static final RunMetric SERVICE_P50 = register(serviceTime("P50", Latency::p50));
  public static final RunMetric SERVICE_P99 = register(serviceTime("P99", Latency::p99));
  public static final RunMetric SERVICE_MAX = register(serviceTime("Max", Latency::max));
  public static final RunMetric INTENDED =
      register(
          schedule("intended", "requests", OpenModel.Outcome::intended)
              .withOutputs(Output.INVALID_RUNS));
  public static final RunMetric DROPPED =
      register(
          schedule("dropped", "requests", OpenModel.Outcome::dropped)
              .withOutputs(Output.INVALID_RUNS));
  public static final RunMetric WAITED =
      register(schedule("waitedForConnection", "requests", OpenModel.Outcome::waitedForConnection));
  public static final RunMetric SENT_LATE =
      register(
          schedule("sentLateP99", "ms", OpenModel.Outcome::sentLateP99Ms)
              .withOutputs(Output.PERCENTILE));
  public static final RunMetric CPU =
      register(
          server("cpuMicrosPerRequest", "µs", each -> each.cpu().cpuMicrosPerRequest())
              .withLabel(new Label("CPU", "µs/request", "%s µs CPU", Numbers::of))
              .withOutputs(Output.JSON, Output.GLANCE, Output.FIRST_SCREEN, Output.PAGE_COST));
  public static final RunMetric JIT_AND_SAMPLING =
      register(
          server(
              "jitAndSamplingMicrosPerRequest",
              "µs",
              each -> each.cpu().jitAndSamplingMicrosPerRequest()));
  public static final RunMetric SERVER_CORES =
      register(server("serverCpuCores", "CPUs", each -> each.cpu().cpuCores()));
  public static final RunMetric RUN_QUEUE =
      register(
          server("runQueueMicrosPerRequest", "µs", each -> each.cpu().runQueueMicrosPerRequest()));
  public static final RunMetric WAIT =
      register(server("waitMicrosPerRequest", "µs", Server::waitMicrosPerRequest));
  public static final RunMetric GC_DELAY =
      register(
          server("gcDelayMicrosPerRequest", "µs", each -> each.jvm().gcDelayMicrosPerRequest()));
  public static final RunMetric ALLOCATED =
      register(
          server("allocatedPerRequest", "bytes", each -> each.memory().allocatedPerRequest())
              .withLabel("allocated", "KiB/request", Numbers::kibibytes)
              .withOutputs(Output.JSON, Output.PAGE_COST));
  public static final RunMetric HEAP =
      register(
          server("heapAfterGc", "bytes", each -> each.memory().heapAfterGc())
              .withLabel("heap after GC", "MiB", Numbers::mebibytes)
              .withOutputs(Output.JSON, Output.PAGE_COST));
  public static final RunMetric RSS =
      register(
          server("rssPeak", "bytes", each -> each.memory().rssPeak())
              .withLabel("RSS peak", "MiB", Numbers::mebibytes)
              .withOutputs(Output.JSON, Output.FIRST_SCREEN, Output.PAGE_COST));
  public static final RunMetric THREADS =
      register(
          server("threadsPeak", "threads", each -> each.memory().threadsPeak())
              .withLabel("threads, peak", "", Numbers::of)
              .withOutputs(Output.JSON, Output.PAGE_COST));
  public static final RunMetric BACK_END_CORES =
      register(
          metric(
                  "backEndCpuCores",
                  "CPUs",
                  each -> each.figures().backEnd(),
                  each -> each.cpu().cpuCores())
              .withLabel("its back end", "CPUs", Numbers::of)
              .withOutputs(Output.JSON, Output.PAGE_COST, Output.ONLY_IF_MEASURED));
  public static final RunMetric COMPILING =
      register(
          server("compiling", "ms", each -> each.jvm().compiling())
              .withLabel("JIT compilation", "ms", Numbers::of)
              .withOutputs(Output.PAGE_COST));
  public static final RunMetric GC_PAUSE =
      register(server("gcPause", "ms", each -> each.jvm().gcPause()));
  public static final RunMetric IN_FLIGHT =
      register(
          server("mostInFlight", "requests", Server::mostInFlight)
              .withLabel("maximum concurrent requests", "", Numbers::of));
  public static final RunMetric BACK_END_CPU =
      register(
          metric(
              "backEndCpuMicrosPerRequest",
              "µs",
              each -> each.figures().backEnd(),
              each -> each.cpu().cpuMicrosPerRequest()));
  public static final RunMetric GENERATOR_CORES =
      register(generator("generatorCpuCores", "CPUs", Generator::cpuCores));
  public static final RunMetric HEADROOM =
      register(generator("generatorHeadroom", "share", Generator::headroom));
  public static final RunMetric PAUSE =
      register(generator("generatorLongestPause", "ms", Generator::longestPauseMs));
  public static final RunMetric GENERATOR_RUN_QUEUE =
      register(
          generator(
              "generatorRunQueueMicrosPerRequest", "µs", Generator::runQueueMicrosPerRequest));
  public static final RunMetric GENERATOR_LATENESS =
      register(generator("generatorMeanLateness", "µs", Generator::meanLatenessMicros));
  public static final RunMetric STEAL =
      register(metric("stealShare", "share", each -> each.figures().host(), HostState::stealShare));
  public static final RunMetric OTHERS =
      register(
          metric("othersShare", "share", each -> each.figures().host(), HostState::othersShare));

  public static final RunMetric READY = register(startUp("ready", "ms", "ready", StartUp::readyMs));
  public static final RunMetric FIRST_RESPONSE =
      register(startUp("firstAnswer", "ms", "first correct response", StartUp::firstAnswerMs));
  public static final RunMetric START_UP_CPU =
      register(startUp("startUpCpu", "ms", "CPU until then", StartUp::startUpCpuMs));

  /** In the order of the rows of {@code comparison.csv}. */
  public static final List<RunMetric> ALL = List.copyOf(LISTED);

  /** An output of a figure, or its form there. */
  public enum Output {
    /** {@code comparison.json}, among the fields of a variant. */
    JSON,
    /** {@code comparison.json}, in the variant's {@code latency}. */
    JSON_LATENCY,
    /** {@code comparison.json}, in the variant's {@code serviceTime}. */
    JSON_SERVICE_TIME,
    /** {@code comparison.csv}, also for a run that is not valid: only counts are. */
    INVALID_RUNS,
    /** The rows of the terminal. */
    GLANCE,
    /** The table of the first screen, after the figure of the bars. */
    FIRST_SCREEN,
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
   * The text of a figure for people.
   *
   * @param text in a word or two; empty if the unit is enough
   * @param unit that numbers are written in; empty for none
   * @param glance a format for the terminal: {@code p99 %s ms}
   * @param format writes a value of the record in that unit
   */
  public record Label(String text, String unit, String glance, DoubleFunction<String> format) {}

  /** Returns a figure that only {@code comparison.csv} has. */
  public static RunMetric of(String name, String unit, ToDoubleFunction<RunRecord> value) {
    return new RunMetric(
        name, unit, value, new Label(name, unit, "%s", Numbers::of), EnumSet.noneOf(Output.class));
  }

  /** Returns the same with other words, in a unit for people. */
  public RunMetric withLabel(String text, String shownUnit, DoubleFunction<String> format) {
    return withLabel(new Label(text, shownUnit, (text + " %s " + shownUnit).strip(), format));
  }

  /** Returns the same with a label for people. */
  public RunMetric withLabel(Label other) {
    return new RunMetric(name, unit, value, other, outputs);
  }

  /** Returns the same with more outputs. */
  public RunMetric withOutputs(Output... more) {
    Set<Output> all = EnumSet.copyOf(List.of(more));
    all.addAll(outputs);
    return new RunMetric(name, unit, value, label, all);
  }

  /** Returns whether an output has it. */
  public boolean hasOutput(Output output) {
    return outputs.contains(output);
  }

  /** Returns the head of its column: {@code p99, ms}. */
  public String head() {
    return label.text + (label.text.isEmpty() || label.unit.isEmpty() ? "" : ", ") + label.unit;
  }

  /** Returns the text of a value for the terminal: {@code p99 176 ms}. */
  public String glance(double number) {
    return Double.isNaN(number)
        ? Numbers.NOT_MEASURED
        : label.glance.formatted(label.format.apply(number));
  }

  /** Returns its value in a run, 0 or more; NaN if that was not measured, or is not a number. */
  public double valueIn(RunRecord run) {
    double number = value.applyAsDouble(run);
    return number >= 0 && Double.isFinite(number) ? number : Double.NaN;
  }

  /** Returns its value in each of the runs that have one. */
  public double[] valueIn(List<RecordedRun> runs) {
    return runs.stream()
        .mapToDouble(run -> valueIn(run.record()))
        .filter(number -> !Double.isNaN(number))
        .toArray();
  }

  /** Returns its median over the runs, with the interval; NaN if no run has a value. */
  public Estimate figure(List<RecordedRun> runs) {
    double[] values = valueIn(runs);
    return hasOutput(Output.PERCENTILE) && values.length > 0
        ? Estimate.ofPercentiles(values).map(Numbers::roundSignificant)
        : figure(values);
  }

  /** Returns the median of any values of runs, rounded; NaN if there are none. */
  public static Estimate figure(double... values) {
    return values.length == 0
        ? Estimate.NONE
        : Estimate.ofMedian(values).map(Numbers::roundSignificant);
  }

  /** Returns the middle value of the runs; NaN if none has one. */
  public double median(List<RecordedRun> runs) {
    return figure(runs).value();
  }

  private static RunMetric register(RunMetric metric) {
    LISTED.add(metric);
    return metric;
  }

  /** Returns a figure of a part of the record, which may be missing. */
  private static <T> RunMetric metric(
      String name, String unit, Function<RunRecord, Optional<T>> part, ToDoubleFunction<T> value) {
    return RunMetric.of(
        name, unit, run -> part.apply(run).map(value::applyAsDouble).orElse(Double.NaN));
  }

  private static RunMetric load(String name, String unit, ToDoubleFunction<LoadResult> value) {
    return metric(name, unit, RunRecord::load, value);
  }

  private static RunMetric schedule(
      String name, String unit, ToDoubleFunction<OpenModel.Outcome> value) {
    return metric(name, unit, run -> run.load().flatMap(LoadResult::open), value);
  }

  private static RunMetric server(String name, String unit, ToDoubleFunction<Server> value) {
    return metric(name, unit, RunRecord::server, value);
  }

  private static RunMetric startUp(
      String name, String unit, String label, ToDoubleFunction<StartUp> value) {
    return metric(name, unit, each -> each.extras().startUp(), value)
        .withLabel(label, unit, Numbers::of)
        .withOutputs(Output.JSON, Output.PAGE_START_UP, Output.ONLY_IF_MEASURED);
  }

  private static RunMetric generator(String name, String unit, ToDoubleFunction<Generator> value) {
    return metric(name, unit, each -> each.figures().generator(), value);
  }

  private static RunMetric latency(String name, String label, ToDoubleFunction<Latency> value) {
    return metric(name, "ms", RunMetric::latency, value).withLabel(label, "ms", Numbers::of);
  }

  private static RunMetric percentile(String name, String label, ToDoubleFunction<Latency> value) {
    return latency(name, label, value).withOutputs(Output.PERCENTILE, Output.JSON_LATENCY);
  }

  private static RunMetric serviceTime(String percentile, ToDoubleFunction<Latency> value) {
    return metric(
            "serviceTime" + percentile,
            "ms",
            run -> run.load().filter(load -> load.open().isPresent()).flatMap(LoadResult::latency),
            value)
        .withLabel("service time " + percentile.toLowerCase(Locale.ROOT), "ms", Numbers::of)
        .withOutputs(
            Output.PERCENTILE,
            Output.JSON_SERVICE_TIME,
            Output.PAGE_LATENCY,
            Output.ONLY_IF_MEASURED);
  }

  /** Returns the latency of callers: in an open model from the scheduled times. */
  private static Optional<Latency> latency(RunRecord run) {
    return run.load()
        .flatMap(load -> load.open().map(OpenModel.Outcome::corrected).orElse(load.latency()));
  }

  private static double responseBytes(LoadResult load) {
    return Math.rint(load.window().bytesPerSecond() / load.throughput());
  }
}
