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
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.servicekit.BackEnd;
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

  public static final RunMetric REQUESTS =
      listed(count("requests", load(each -> of(each.requests()))));
  public static final RunMetric OK = listed(count("ok", load(each -> of(each.ok()))));
  public static final RunMetric KO = listed(count("ko", load(each -> of(each.ko()))));
  public static final RunMetric WINDOW =
      listed(RunMetric.of("windowSeconds", "s", load(Load::windowSeconds)));
  public static final RunMetric THROUGHPUT =
      listed(
          RunMetric.of("throughput", "requests/s", load(Load::throughput))
              .in(JSON)
              .in(CONSOLE, new Column("requests/s", MEDIAN, 0))
              .in(MARKDOWN, INTERVAL)
              .in(PAGE_THROUGHPUT, new Column("requests/s", INTERVAL, 0)));
  public static final RunMetric BYTES =
      listed(RunMetric.of("bytesPerSecond", "bytes/s", load(Load::bytesPerSecond)));
  public static final RunMetric STALL =
      listed(RunMetric.of("longestStall", "ms", load(each -> of(each.longestStallMs()))));
  public static final RunMetric MIN = listed(RunMetric.of("min", "ms", latency(Latency::min)));
  public static final RunMetric MEAN = listed(RunMetric.of("mean", "ms", latency(Latency::mean)));
  public static final RunMetric P50 =
      listed(percentile("p50", "p50", Latency::p50).in(CONSOLE, MEDIAN).in(MARKDOWN, INTERVAL));
  public static final RunMetric P75 = listed(percentile("p75", "p75", Latency::p75));
  public static final RunMetric P90 = listed(percentile("p90", "p90", Latency::p90));
  public static final RunMetric P95 = listed(percentile("p95", "p95", Latency::p95));
  public static final RunMetric P99 =
      listed(percentile("p99", "p99", Latency::p99).in(CONSOLE, MEDIAN).in(MARKDOWN, INTERVAL));
  public static final RunMetric P999 = listed(percentile("p999", "p99.9", Latency::p999));
  public static final RunMetric MAX =
      listed(percentile("max", "max", Latency::max).in(MARKDOWN, MEDIAN));
  public static final RunMetric SERVICE_P50 = listed(serviceTime("P50", Latency::p50));
  public static final RunMetric SERVICE_P99 = listed(serviceTime("P99", Latency::p99));
  public static final RunMetric SERVICE_MAX = listed(serviceTime("Max", Latency::max));
  public static final RunMetric INTENDED =
      listed(count("intended", open(each -> of(each.intended()))));
  public static final RunMetric DROPPED =
      listed(count("dropped", open(each -> of(each.dropped()))));
  public static final RunMetric WAITED =
      listed(
          RunMetric.of(
              "waitedForConnection", "requests", open(each -> of(each.waitedForConnection()))));
  public static final RunMetric SENT_LATE =
      listed(RunMetric.of("sentLateP99", "ms", open(each -> of(each.sentLateP99Ms()))));
  public static final RunMetric CPU =
      listed(
          RunMetric.of("cpuMicrosPerRequest", "µs", server(Server::cpuMicrosPerRequest))
              .called("CPU", "µs/request", Numbers::of)
              .in(JSON)
              .in(CONSOLE, new Column("CPU µs", MEDIAN, 0))
              .in(MARKDOWN, INTERVAL)
              .in(PAGE_COST, BAR));
  public static final RunMetric SERVER_CORES =
      listed(RunMetric.of("serverCpuCores", "CPUs", server(Server::cpuCores)));
  public static final RunMetric RUN_QUEUE =
      listed(
          RunMetric.of("runQueueMicrosPerRequest", "µs", server(Server::runQueueMicrosPerRequest)));
  public static final RunMetric RSS =
      listed(
          RunMetric.of("rssPeak", "bytes", server(each -> of(each.rssPeak())))
              .called("RSS peak", "MiB", Numbers::mebibytes)
              .in(JSON)
              .in(CONSOLE, new Column("RSS MiB", MEDIAN, 0))
              .in(MARKDOWN, MEDIAN)
              .in(PAGE_COST, new Column("RSS peak, MiB", BAR, 3)));
  public static final RunMetric THREADS =
      listed(
          RunMetric.of("threadsPeak", "threads", server(each -> of(each.threadsPeak())))
              .called("threads", "", Numbers::of)
              .in(JSON)
              .in(CONSOLE, MEDIAN)
              .in(MARKDOWN, MEDIAN)
              .in(PAGE_COST, new Column("threads, peak", BAR, 4)));
  public static final RunMetric HEAP =
      listed(
          RunMetric.of("heapAfterGc", "bytes", server(each -> of(each.heapAfterGc())))
              .called("heap after GC", "MiB", Numbers::mebibytes)
              .in(JSON)
              .in(PAGE_COST, new Column("heap after GC, MiB", BAR, 2)));
  public static final RunMetric ALLOCATED =
      listed(
          RunMetric.of(
                  "allocatedPerRequest", "bytes", server(each -> of(each.allocatedPerRequest())))
              .called("allocated", "KiB/request", Numbers::kibibytes)
              .in(JSON)
              .in(PAGE_COST, new Column("allocated, KiB/request", BAR, 1)));
  public static final RunMetric GC_PAUSE =
      listed(RunMetric.of("gcPause", "ms", server(each -> of(each.gcPause()))));
  public static final RunMetric IN_FLIGHT =
      listed(RunMetric.of("mostInFlight", "requests", server(each -> of(each.mostInFlight()))));
  public static final RunMetric BACK_END_CORES =
      listed(
          RunMetric.of("backEndCpuCores", "CPUs", backEnd(Server::cpuCores))
              .in(JSON)
              .in(PAGE_COST, new Column("its back end, CPUs", INTERVAL, 5))
              .when(plan -> BackEnd.KINDS.contains(plan.waits())));
  public static final RunMetric BACK_END_CPU =
      listed(
          RunMetric.of("backEndCpuMicrosPerRequest", "µs", backEnd(Server::cpuMicrosPerRequest)));
  public static final RunMetric GENERATOR_CORES =
      listed(RunMetric.of("generatorCpuCores", "CPUs", generator(Generator::cpuCores)));
  public static final RunMetric HEADROOM =
      listed(RunMetric.of("generatorHeadroom", "share", generator(Generator::headroom)));
  public static final RunMetric PAUSE =
      listed(
          RunMetric.of(
              "generatorLongestPause", "ms", generator(each -> of(each.longestPauseMs()))));
  public static final RunMetric STEAL =
      listed(RunMetric.of("stealShare", "share", host(HostState::stealShare)));
  public static final RunMetric OTHERS =
      listed(RunMetric.of("othersShare", "share", host(HostState::othersShare)));

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
