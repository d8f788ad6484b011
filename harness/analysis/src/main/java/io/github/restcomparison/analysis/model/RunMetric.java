package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Latency;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What is known of a run as a number: its name in the files, its unit, where the record has it. */
public enum RunMetric {
  REQUESTS("requests", "requests", load(load -> OptionalDouble.of(load.requests()))),
  OK("ok", "requests", load(load -> OptionalDouble.of(load.ok()))),
  KO("ko", "requests", load(load -> OptionalDouble.of(load.ko()))),
  WINDOW("windowSeconds", "s", load(RunRecord.Load::windowSeconds)),
  THROUGHPUT("throughput", "requests/s", load(RunRecord.Load::throughput)),
  BYTES("bytesPerSecond", "bytes/s", load(RunRecord.Load::bytesPerSecond)),
  STALL("longestStall", "ms", load(load -> number(load.longestStallMs()))),
  MIN("min", "ms", latency(Latency::min)),
  MEAN("mean", "ms", latency(Latency::mean)),
  P50("p50", "ms", latency(Latency::p50)),
  P75("p75", "ms", latency(Latency::p75)),
  P90("p90", "ms", latency(Latency::p90)),
  P95("p95", "ms", latency(Latency::p95)),
  P99("p99", "ms", latency(Latency::p99)),
  P999("p999", "ms", latency(Latency::p999)),
  MAX("max", "ms", latency(Latency::max)),
  SERVICE_P50("serviceTimeP50", "ms", serviceTime(Latency::p50)),
  SERVICE_P99("serviceTimeP99", "ms", serviceTime(Latency::p99)),
  SERVICE_MAX("serviceTimeMax", "ms", serviceTime(Latency::max)),
  INTENDED("intended", "requests", open(open -> OptionalDouble.of(open.intended()))),
  DROPPED("dropped", "requests", open(open -> OptionalDouble.of(open.dropped()))),
  WAITED(
      "waitedForConnection",
      "requests",
      open(open -> OptionalDouble.of(open.waitedForConnection()))),
  SENT_LATE("sentLateP99", "ms", open(open -> number(open.sentLateP99Ms()))),
  CPU("cpuMicrosPerRequest", "µs", server(RunRecord.Server::cpuMicrosPerRequest)),
  SERVER_CORES("serverCpuCores", "CPUs", server(RunRecord.Server::cpuCores)),
  RUN_QUEUE("runQueueMicrosPerRequest", "µs", server(RunRecord.Server::runQueueMicrosPerRequest)),
  RSS("rssPeak", "bytes", server(server -> number(server.rssPeak()))),
  THREADS("threadsPeak", "threads", server(server -> number(server.threadsPeak()))),
  HEAP("heapAfterGc", "bytes", server(server -> number(server.heapAfterGc()))),
  ALLOCATED("allocatedPerRequest", "bytes", server(server -> number(server.allocatedPerRequest()))),
  GC_PAUSE("gcPause", "ms", server(server -> number(server.gcPause()))),
  IN_FLIGHT("mostInFlight", "requests", server(server -> number(server.mostInFlight()))),
  BACK_END_CORES("backEndCpuCores", "CPUs", backEnd(RunRecord.Server::cpuCores)),
  BACK_END_CPU("backEndCpuMicrosPerRequest", "µs", backEnd(RunRecord.Server::cpuMicrosPerRequest)),
  GENERATOR_CORES("generatorCpuCores", "CPUs", generator(RunRecord.Generator::cpuCores)),
  HEADROOM("generatorHeadroom", "share", generator(RunRecord.Generator::headroom)),
  PAUSE("generatorLongestPause", "ms", generator(generator -> number(generator.longestPauseMs()))),
  STEAL("stealShare", "share", host(RunRecord.HostState::stealShare)),
  OTHERS("othersShare", "share", host(RunRecord.HostState::othersShare));

  /** Those that {@code comparison.json} has under "latency". */
  public static final List<RunMetric> PERCENTILES = List.of(P50, P75, P90, P95, P99, P999, MAX);

  /** Those that it has under "serviceTime", for an open model. */
  public static final List<RunMetric> SERVICE_TIMES =
      List.of(SERVICE_P50, SERVICE_P99, SERVICE_MAX);

  private final String label;
  private final String unit;
  private final Function<RunRecord, OptionalDouble> value;

  RunMetric(String label, String unit, Function<RunRecord, OptionalDouble> value) {
    this.label = label;
    this.unit = unit;
    this.value = value;
  }

  /** What a metric that is tested is measured by. */
  public static RunMetric of(TestedMetric metric) {
    return switch (metric) {
      case THROUGHPUT -> THROUGHPUT;
      case CPU_PER_REQUEST -> CPU;
    };
  }

  /** Its name in the files. */
  public String label() {
    return label;
  }

  public String unit() {
    return unit;
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

  /** The middle value of the runs, where any has one. */
  public OptionalDouble median(List<RecordedRun> runs) {
    return Figure.of(of(runs)).map(figure -> OptionalDouble.of(figure.median())).orElse(none());
  }

  /** Whether more than counts: what a run that is not valid may show too. */
  public boolean isCount() {
    return List.of(REQUESTS, OK, KO, INTENDED, DROPPED).contains(this);
  }

  private static OptionalDouble none() {
    return OptionalDouble.empty();
  }

  private static Function<RunRecord, OptionalDouble> load(
      Function<RunRecord.Load, OptionalDouble> value) {
    return record -> record.load().map(value).orElse(none());
  }

  /** As callers saw it: from when a request was due, where a schedule said so. */
  private static Function<RunRecord, OptionalDouble> latency(ToDoubleFunction<Latency> value) {
    return load(
        load -> of(load.open().map(OpenModel.Outcome::corrected).orElse(load.latency()), value));
  }

  private static Function<RunRecord, OptionalDouble> serviceTime(ToDoubleFunction<Latency> value) {
    return load(load -> of(load.open().flatMap(open -> load.latency()), value));
  }

  private static OptionalDouble of(Optional<Latency> latency, ToDoubleFunction<Latency> value) {
    return latency.map(each -> OptionalDouble.of(value.applyAsDouble(each))).orElse(none());
  }

  private static Function<RunRecord, OptionalDouble> open(
      Function<OpenModel.Outcome, OptionalDouble> value) {
    return load(load -> load.open().map(value).orElse(none()));
  }

  private static Function<RunRecord, OptionalDouble> server(
      Function<RunRecord.Server, OptionalDouble> value) {
    return record -> record.server().map(value).orElse(none());
  }

  private static Function<RunRecord, OptionalDouble> backEnd(
      Function<RunRecord.Server, OptionalDouble> value) {
    return record -> record.backEnd().map(value).orElse(none());
  }

  private static Function<RunRecord, OptionalDouble> generator(
      Function<RunRecord.Generator, OptionalDouble> value) {
    return record -> record.generator().map(value).orElse(none());
  }

  private static Function<RunRecord, OptionalDouble> host(
      Function<RunRecord.HostState, OptionalDouble> value) {
    return record -> record.host().map(value).orElse(none());
  }

  private static OptionalDouble number(OptionalLong value) {
    return value.isPresent() ? OptionalDouble.of(value.getAsLong()) : none();
  }

  private static OptionalDouble number(OptionalInt value) {
    return value.isPresent() ? OptionalDouble.of(value.getAsInt()) : none();
  }
}
