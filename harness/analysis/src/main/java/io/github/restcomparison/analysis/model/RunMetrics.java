package io.github.restcomparison.analysis.model;

import static io.github.restcomparison.analysis.model.RunMetric.Cell.BAR;
import static io.github.restcomparison.analysis.model.RunMetric.Cell.INTERVAL;
import static io.github.restcomparison.analysis.model.RunMetric.Cell.MEDIAN;
import static io.github.restcomparison.analysis.model.RunMetric.Output.CONSOLE;
import static io.github.restcomparison.analysis.model.RunMetric.Output.INVALID_RUNS;
import static io.github.restcomparison.analysis.model.RunMetric.Output.JSON;
import static io.github.restcomparison.analysis.model.RunMetric.Output.JSON_LATENCY;
import static io.github.restcomparison.analysis.model.RunMetric.Output.JSON_SERVICE_TIME;
import static io.github.restcomparison.analysis.model.RunMetric.Output.MARKDOWN;
import static io.github.restcomparison.analysis.model.RunMetric.Output.PAGE_COST;
import static io.github.restcomparison.analysis.model.RunMetric.Output.PAGE_LATENCY;
import static io.github.restcomparison.analysis.model.RunMetric.Output.PAGE_THROUGHPUT;

import io.github.restcomparison.analysis.model.RunMetric.Column;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.servicekit.BackEnd;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All figures of a run. One more takes an entry here, and its place in {@link #ALL}. */
public final class RunMetrics {
  public static final RunMetric REQUESTS = count("requests", load(each -> of(each.requests())));
  public static final RunMetric OK = count("ok", load(each -> of(each.ok())));
  public static final RunMetric KO = count("ko", load(each -> of(each.ko())));
  public static final RunMetric WINDOW =
      RunMetric.of("windowSeconds", "s", load(Load::windowSeconds));
  public static final RunMetric THROUGHPUT =
      RunMetric.of("throughput", "requests/s", load(Load::throughput))
          .in(JSON)
          .in(CONSOLE, new Column("requests/s", MEDIAN, 0))
          .in(MARKDOWN, INTERVAL)
          .in(PAGE_THROUGHPUT, new Column("requests/s", INTERVAL, 0));
  public static final RunMetric BYTES =
      RunMetric.of("bytesPerSecond", "bytes/s", load(Load::bytesPerSecond));
  public static final RunMetric STALL =
      RunMetric.of("longestStall", "ms", load(each -> of(each.longestStallMs())));
  public static final RunMetric MIN = RunMetric.of("min", "ms", latency(Latency::min));
  public static final RunMetric MEAN = RunMetric.of("mean", "ms", latency(Latency::mean));
  public static final RunMetric P50 =
      percentile("p50", "p50", Latency::p50).in(CONSOLE, MEDIAN).in(MARKDOWN, INTERVAL);
  public static final RunMetric P75 = percentile("p75", "p75", Latency::p75);
  public static final RunMetric P90 = percentile("p90", "p90", Latency::p90);
  public static final RunMetric P95 = percentile("p95", "p95", Latency::p95);
  public static final RunMetric P99 =
      percentile("p99", "p99", Latency::p99).in(CONSOLE, MEDIAN).in(MARKDOWN, INTERVAL);
  public static final RunMetric P999 = percentile("p999", "p99.9", Latency::p999);
  public static final RunMetric MAX = percentile("max", "max", Latency::max).in(MARKDOWN, MEDIAN);
  public static final RunMetric SERVICE_P50 = serviceTime("P50", Latency::p50);
  public static final RunMetric SERVICE_P99 = serviceTime("P99", Latency::p99);
  public static final RunMetric SERVICE_MAX = serviceTime("Max", Latency::max);
  public static final RunMetric INTENDED = count("intended", open(each -> of(each.intended())));
  public static final RunMetric DROPPED = count("dropped", open(each -> of(each.dropped())));
  public static final RunMetric WAITED =
      RunMetric.of("waitedForConnection", "requests", open(each -> of(each.waitedForConnection())));
  public static final RunMetric SENT_LATE =
      RunMetric.of("sentLateP99", "ms", open(each -> of(each.sentLateP99Ms())));
  public static final RunMetric CPU =
      RunMetric.of("cpuMicrosPerRequest", "µs", server(Server::cpuMicrosPerRequest))
          .called("CPU", "µs/request", Numbers::of)
          .in(JSON)
          .in(CONSOLE, new Column("CPU µs", MEDIAN, 0))
          .in(MARKDOWN, INTERVAL)
          .in(PAGE_COST, BAR);
  public static final RunMetric SERVER_CORES =
      RunMetric.of("serverCpuCores", "CPUs", server(Server::cpuCores));
  public static final RunMetric RUN_QUEUE =
      RunMetric.of("runQueueMicrosPerRequest", "µs", server(Server::runQueueMicrosPerRequest));
  public static final RunMetric RSS =
      RunMetric.of("rssPeak", "bytes", server(each -> of(each.rssPeak())))
          .called("RSS peak", "MiB", Numbers::mebibytes)
          .in(JSON)
          .in(CONSOLE, new Column("RSS MiB", MEDIAN, 0))
          .in(MARKDOWN, MEDIAN)
          .in(PAGE_COST, new Column("RSS peak, MiB", BAR, 3));
  public static final RunMetric THREADS =
      RunMetric.of("threadsPeak", "threads", server(each -> of(each.threadsPeak())))
          .called("threads", "", Numbers::of)
          .in(JSON)
          .in(CONSOLE, MEDIAN)
          .in(MARKDOWN, MEDIAN)
          .in(PAGE_COST, new Column("threads, peak", BAR, 4));
  public static final RunMetric HEAP =
      RunMetric.of("heapAfterGc", "bytes", server(each -> of(each.heapAfterGc())))
          .called("heap after GC", "MiB", Numbers::mebibytes)
          .in(JSON)
          .in(PAGE_COST, new Column("heap after GC, MiB", BAR, 2));
  public static final RunMetric ALLOCATED =
      RunMetric.of("allocatedPerRequest", "bytes", server(each -> of(each.allocatedPerRequest())))
          .called("allocated", "KiB/request", Numbers::kibibytes)
          .in(JSON)
          .in(PAGE_COST, new Column("allocated, KiB/request", BAR, 1));
  public static final RunMetric GC_PAUSE =
      RunMetric.of("gcPause", "ms", server(each -> of(each.gcPause())));
  public static final RunMetric IN_FLIGHT =
      RunMetric.of("mostInFlight", "requests", server(each -> of(each.mostInFlight())));
  public static final RunMetric BACK_END_CORES =
      RunMetric.of("backEndCpuCores", "CPUs", backEnd(Server::cpuCores))
          .in(JSON)
          .in(PAGE_COST, new Column("its back end, CPUs", INTERVAL, 5))
          .when(plan -> BackEnd.KINDS.contains(plan.waits()));
  public static final RunMetric BACK_END_CPU =
      RunMetric.of("backEndCpuMicrosPerRequest", "µs", backEnd(Server::cpuMicrosPerRequest));
  public static final RunMetric GENERATOR_CORES =
      RunMetric.of("generatorCpuCores", "CPUs", generator(Generator::cpuCores));
  public static final RunMetric HEADROOM =
      RunMetric.of("generatorHeadroom", "share", generator(Generator::headroom));
  public static final RunMetric PAUSE =
      RunMetric.of("generatorLongestPause", "ms", generator(each -> of(each.longestPauseMs())));
  public static final RunMetric STEAL =
      RunMetric.of("stealShare", "share", host(HostState::stealShare));
  public static final RunMetric OTHERS =
      RunMetric.of("othersShare", "share", host(HostState::othersShare));

  /** In the order of the rows of {@code comparison.csv}. */
  public static final List<RunMetric> ALL =
      List.of(
          REQUESTS,
          OK,
          KO,
          WINDOW,
          THROUGHPUT,
          BYTES,
          STALL,
          MIN,
          MEAN,
          P50,
          P75,
          P90,
          P95,
          P99,
          P999,
          MAX,
          SERVICE_P50,
          SERVICE_P99,
          SERVICE_MAX,
          INTENDED,
          DROPPED,
          WAITED,
          SENT_LATE,
          CPU,
          SERVER_CORES,
          RUN_QUEUE,
          RSS,
          THREADS,
          HEAP,
          ALLOCATED,
          GC_PAUSE,
          IN_FLIGHT,
          BACK_END_CORES,
          BACK_END_CPU,
          GENERATOR_CORES,
          HEADROOM,
          PAUSE,
          STEAL,
          OTHERS);

  private RunMetrics() {}

  /** What a metric that is tested is measured by. */
  public static RunMetric of(TestedMetric metric) {
    return switch (metric) {
      case THROUGHPUT -> THROUGHPUT;
      case CPU_PER_REQUEST -> CPU;
    };
  }

  private static RunMetric count(String name, Function<RunRecord, OptionalDouble> value) {
    return RunMetric.of(name, "requests", value).in(INVALID_RUNS);
  }

  private static RunMetric percentile(String name, String label, ToDoubleFunction<Latency> value) {
    return RunMetric.of(name, "ms", latency(value))
        .called(label)
        .in(JSON_LATENCY)
        .in(PAGE_LATENCY, INTERVAL);
  }

  private static RunMetric serviceTime(String percentile, ToDoubleFunction<Latency> value) {
    return RunMetric.of(
            "serviceTime" + percentile,
            "ms",
            load(load -> of(load.open().flatMap(open -> load.latency()), value)))
        .called("service time " + percentile.toLowerCase(Locale.ROOT))
        .in(JSON_SERVICE_TIME)
        .in(PAGE_LATENCY, INTERVAL)
        .when(plan -> plan.open().isPresent());
  }

  private static Function<RunRecord, OptionalDouble> load(Function<Load, OptionalDouble> value) {
    return part(RunRecord::load, value);
  }

  /** As callers saw it: from when a request was due, where a schedule said so. */
  private static Function<RunRecord, OptionalDouble> latency(ToDoubleFunction<Latency> value) {
    return load(
        load -> of(load.open().map(OpenModel.Outcome::corrected).orElse(load.latency()), value));
  }

  private static Function<RunRecord, OptionalDouble> open(
      Function<OpenModel.Outcome, OptionalDouble> value) {
    return part(record -> record.load().flatMap(Load::open), value);
  }

  private static Function<RunRecord, OptionalDouble> server(
      Function<Server, OptionalDouble> value) {
    return part(RunRecord::server, value);
  }

  private static Function<RunRecord, OptionalDouble> backEnd(
      Function<Server, OptionalDouble> value) {
    return part(RunRecord::backEnd, value);
  }

  private static Function<RunRecord, OptionalDouble> generator(
      Function<Generator, OptionalDouble> value) {
    return part(RunRecord::generator, value);
  }

  private static Function<RunRecord, OptionalDouble> host(
      Function<HostState, OptionalDouble> value) {
    return part(RunRecord::host, value);
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
