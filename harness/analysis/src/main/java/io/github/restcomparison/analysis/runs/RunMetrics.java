package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.runs.RunMetric.Cell;
import io.github.restcomparison.analysis.runs.RunMetric.Column;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.settings.Delay;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All figures of a run. One more takes one entry here. */
public final class RunMetrics {
  private static final List<RunMetric> LISTED = new ArrayList<>();

  /** No request costs less; the clocks of a process and of its threads are read one by one. */
  private static final double LEAST_MICROS = 1;

  public static final RunMetric REQUESTS =
      listed(count("requests", RunRecord::load, each -> each.counts().requests()));
  public static final RunMetric OK =
      listed(count("ok", RunRecord::load, each -> each.counts().ok()));
  public static final RunMetric KO =
      listed(count("ko", RunRecord::load, each -> each.counts().ko()));
  public static final RunMetric WINDOW =
      listed(load("windowSeconds", "s", each -> each.window().windowSeconds()));
  public static final RunMetric KEPT =
      listed(load("keptSeconds", "s", each -> each.window().keptSeconds()));
  public static final RunMetric THROUGHPUT =
      listed(
          load("throughput", "requests/s", Load::throughput)
              .in(Output.JSON)
              .in(Output.CONSOLE, new Column("%s/s", Cell.MEDIAN, 0))
              .in(Output.PAGE_THROUGHPUT, new Column("requests/s", Cell.INTERVAL, 0)));
  public static final RunMetric BYTES =
      listed(load("bytesPerSecond", "bytes/s", each -> each.window().bytesPerSecond()));
  public static final RunMetric RESPONSE_BYTES =
      listed(
          load("responseBytes", "bytes", RunMetrics::responseBytes)
              .in(Output.PAGE_THROUGHPUT, new Column("bytes/response", Cell.MEDIAN, 1)));
  public static final RunMetric STALL =
      listed(load("longestStall", "ms", each -> of(each.longestStallMs())));
  public static final RunMetric MIN =
      listed(
          RunMetric.of("min", "ms", latency(Latency::min)).in(Output.PAGE_LATENCY, Cell.INTERVAL));
  public static final RunMetric MEAN = listed(RunMetric.of("mean", "ms", latency(Latency::mean)));
  public static final RunMetric P50 = listed(percentile("p50", "p50", Latency::p50));
  public static final RunMetric P75 =
      listed(percentile("p75", "p75", each -> each.percentiles().p75()));
  public static final RunMetric P90 =
      listed(percentile("p90", "p90", each -> each.percentiles().p90()));
  public static final RunMetric P95 =
      listed(percentile("p95", "p95", each -> each.percentiles().p95()));
  public static final RunMetric P99 =
      listed(percentile("p99", "p99", Latency::p99).in(Output.CONSOLE, Cell.MEDIAN));
  public static final RunMetric P999 =
      listed(percentile("p999", "p99.9", each -> each.percentiles().p999()));
  public static final RunMetric MAX = listed(percentile("max", "max", Latency::max));
  public static final RunMetric SERVICE_P50 = listed(serviceTime("P50", Latency::p50));
  public static final RunMetric SERVICE_P99 = listed(serviceTime("P99", Latency::p99));
  public static final RunMetric SERVICE_MAX = listed(serviceTime("Max", Latency::max));
  public static final RunMetric INTENDED =
      listed(count("intended", RunMetrics::open, OpenModel.Outcome::intended));
  public static final RunMetric DROPPED =
      listed(count("dropped", RunMetrics::open, OpenModel.Outcome::dropped));
  public static final RunMetric WAITED =
      listed(schedule("waitedForConnection", "requests", each -> of(each.waitedForConnection())));
  public static final RunMetric SENT_LATE =
      listed(schedule("sentLateP99", "ms", each -> of(each.sentLateP99Ms())).asPercentile());
  public static final RunMetric CPU =
      listed(
          server("cpuMicrosPerRequest", "µs", each -> each.cpu().cpuMicrosPerRequest())
              .called("CPU", "µs/request", Numbers::of)
              .in(Output.JSON)
              .in(Output.CONSOLE, new Column("%s µs CPU", Cell.MEDIAN, 0))
              .in(Output.PAGE_COST, Cell.BAR));
  public static final RunMetric JIT_AND_SAMPLING =
      listed(
          server(
              "jitAndSamplingMicrosPerRequest",
              "µs",
              each -> each.cpu().jitAndSamplingMicrosPerRequest()));
  public static final RunMetric SERVER_CORES =
      listed(server("serverCpuCores", "CPUs", each -> each.cpu().cpuCores()));
  public static final RunMetric RUN_QUEUE =
      listed(
          server("runQueueMicrosPerRequest", "µs", each -> each.cpu().runQueueMicrosPerRequest()));
  public static final RunMetric WAIT =
      listed(server("waitMicrosPerRequest", "µs", Server::waitMicrosPerRequest));
  public static final RunMetric GC_DELAY =
      listed(server("gcDelayMicrosPerRequest", "µs", each -> each.jvm().gcDelayMicrosPerRequest()));
  public static final RunMetric RSS =
      listed(
          server("rssPeak", "bytes", each -> of(each.memory().rssPeak()))
              .called("RSS peak", "MiB", Numbers::mebibytes)
              .in(Output.JSON)
              .in(Output.PAGE_COST, new Column("RSS peak, MiB", Cell.BAR, 3)));
  public static final RunMetric THREADS =
      listed(
          server("threadsPeak", "threads", each -> of(each.memory().threadsPeak()))
              .called("threads", "", Numbers::of)
              .in(Output.JSON)
              .in(Output.PAGE_COST, new Column("threads, peak", Cell.BAR, 4)));
  public static final RunMetric HEAP =
      listed(
          server("heapAfterGc", "bytes", each -> of(each.memory().heapAfterGc()))
              .called("heap after GC", "MiB", Numbers::mebibytes)
              .in(Output.JSON)
              .in(Output.PAGE_COST, new Column("heap after GC, MiB", Cell.BAR, 2)));
  public static final RunMetric ALLOCATED =
      listed(
          server("allocatedPerRequest", "bytes", each -> of(each.memory().allocatedPerRequest()))
              .called("allocated", "KiB/request", Numbers::kibibytes)
              .in(Output.JSON)
              .in(Output.PAGE_COST, new Column("allocated, KiB/request", Cell.BAR, 1)));
  public static final RunMetric GC_PAUSE =
      listed(server("gcPause", "ms", each -> of(each.jvm().gcPause())));
  public static final RunMetric COMPILING =
      listed(
          server("compiling", "ms", each -> of(each.jvm().compiling()))
              .called("JIT compilation", "ms", Numbers::of)
              .in(Output.PAGE_COST, new Column("JIT compilation, ms", Cell.INTERVAL, 6)));
  public static final RunMetric IN_FLIGHT =
      listed(server("mostInFlight", "requests", each -> of(each.mostInFlight())));
  public static final RunMetric BACK_END_CORES =
      listed(
          metric(
                  "backEndCpuCores",
                  "CPUs",
                  each -> each.figures().backEnd(),
                  each -> each.cpu().cpuCores())
              .in(Output.JSON)
              .in(Output.PAGE_COST, new Column("its back end, CPUs", Cell.INTERVAL, 5))
              .when(plan -> Delay.BACK_ENDS.contains(plan.waits())));
  public static final RunMetric BACK_END_CPU =
      listed(
          metric(
              "backEndCpuMicrosPerRequest",
              "µs",
              each -> each.figures().backEnd(),
              each -> each.cpu().cpuMicrosPerRequest()));
  public static final RunMetric GENERATOR_CORES =
      listed(generator("generatorCpuCores", "CPUs", Generator::cpuCores));
  public static final RunMetric HEADROOM =
      listed(generator("generatorHeadroom", "share", Generator::headroom));
  public static final RunMetric PAUSE =
      listed(generator("generatorLongestPause", "ms", each -> of(each.longestPauseMs())));
  public static final RunMetric GENERATOR_RUN_QUEUE =
      listed(
          generator(
              "generatorRunQueueMicrosPerRequest", "µs", Generator::runQueueMicrosPerRequest));
  public static final RunMetric GENERATOR_LATENESS =
      listed(generator("generatorMeanLateness", "µs", Generator::meanLatenessMicros));
  public static final RunMetric STEAL =
      listed(metric("stealShare", "share", each -> each.figures().host(), HostState::stealShare));
  public static final RunMetric OTHERS =
      listed(metric("othersShare", "share", each -> each.figures().host(), HostState::othersShare));

  /**
   * What the requests themselves cost: all but JIT compilers and sampling, where these are known.
   * No figure of a run, but of what is planned from it.
   */
  public static final RunMetric REQUEST_CPU =
      RunMetric.of("requestCpuMicros", "µs", RunMetrics::requestCpu);

  /** In the order of the rows of {@code comparison.csv}. */
  public static final List<RunMetric> ALL = List.copyOf(LISTED);

  private RunMetrics() {}

  private static RunMetric listed(RunMetric metric) {
    LISTED.add(metric);
    return metric;
  }

  /** What a metric that is tested is measured by. */
  public static RunMetric of(TestedMetric metric) {
    return switch (metric) {
      case THROUGHPUT -> THROUGHPUT;
      case CPU_PER_REQUEST -> CPU;
    };
  }

  private static <T> RunMetric metric(
      String name,
      String unit,
      Function<RunRecord, Optional<T>> part,
      Function<T, OptionalDouble> value) {
    return RunMetric.of(name, unit, part(part, value));
  }

  private static RunMetric load(String name, String unit, Function<Load, OptionalDouble> value) {
    return metric(name, unit, RunRecord::load, value);
  }

  private static RunMetric schedule(
      String name, String unit, Function<OpenModel.Outcome, OptionalDouble> value) {
    return metric(name, unit, RunMetrics::open, value);
  }

  private static RunMetric server(
      String name, String unit, Function<Server, OptionalDouble> value) {
    return metric(name, unit, RunRecord::server, value);
  }

  private static RunMetric generator(
      String name, String unit, Function<Generator, OptionalDouble> value) {
    return metric(name, unit, each -> each.figures().generator(), value);
  }

  private static <T> RunMetric count(
      String name, Function<RunRecord, Optional<T>> part, ToDoubleFunction<T> value) {
    return metric(name, "requests", part, each -> OptionalDouble.of(value.applyAsDouble(each)))
        .in(Output.INVALID_RUNS);
  }

  private static RunMetric percentile(String name, String label, ToDoubleFunction<Latency> value) {
    return RunMetric.of(name, "ms", latency(value))
        .asPercentile()
        .called(label)
        .in(Output.JSON_LATENCY)
        .in(Output.PAGE_LATENCY, Cell.INTERVAL);
  }

  private static RunMetric serviceTime(String percentile, ToDoubleFunction<Latency> value) {
    return RunMetric.of(
            "serviceTime" + percentile,
            "ms",
            part(RunRecord::load, load -> of(load.open().flatMap(open -> load.latency()), value)))
        .asPercentile()
        .called("service time " + percentile.toLowerCase(Locale.ROOT))
        .in(Output.JSON_SERVICE_TIME)
        .in(Output.PAGE_LATENCY, Cell.INTERVAL)
        .when(plan -> plan.open().isPresent());
  }

  /** As callers saw it: from when a request was due, where a schedule said so. */
  private static Function<RunRecord, OptionalDouble> latency(ToDoubleFunction<Latency> value) {
    return part(
        RunRecord::load,
        load -> of(load.open().map(OpenModel.Outcome::corrected).orElse(load.latency()), value));
  }

  private static OptionalDouble requestCpu(RunRecord record) {
    double aside = JIT_AND_SAMPLING.of(record).orElse(0);
    return CPU.of(record).stream().map(all -> Math.max(LEAST_MICROS, all - aside)).findFirst();
  }

  private static OptionalDouble responseBytes(Load load) {
    double throughput = load.throughput().orElse(0);
    return load.window().bytesPerSecond().stream()
        .filter(bytes -> throughput > 0)
        .map(bytes -> Math.rint(bytes / throughput))
        .findFirst();
  }

  private static Optional<OpenModel.Outcome> open(RunRecord record) {
    return record.load().flatMap(Load::open);
  }

  /** Of a part of the record that need not be there. */
  private static <T> Function<RunRecord, OptionalDouble> part(
      Function<RunRecord, Optional<T>> part, Function<T, OptionalDouble> value) {
    return record -> part.apply(record).map(value).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble of(Optional<Latency> latency, ToDoubleFunction<Latency> value) {
    return latency.stream().mapToDouble(value).findFirst();
  }

  private static OptionalDouble of(long value) {
    return OptionalDouble.of(value);
  }

  private static OptionalDouble of(OptionalLong value) {
    return value.stream().asDoubleStream().findFirst();
  }

  private static OptionalDouble of(OptionalInt value) {
    return value.stream().asDoubleStream().findFirst();
  }
}
