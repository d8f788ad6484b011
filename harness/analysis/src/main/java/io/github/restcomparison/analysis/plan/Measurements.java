package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.ServiceModel.InferredLimits;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.SweepPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The closed loads and the looks at memory in folders of results.
 *
 * @param loads by variant
 * @param looks by variant: runs in which many requests were to wait at once
 */
record Measurements(Map<String, List<MeasuredLoad>> loads, Map<String, List<RecordedRun>> looks) {
  private static final List<RunMetric> NEEDED =
      List.of(RunMetrics.REQUEST_CPU, RunMetrics.THROUGHPUT, RunMetrics.P50, RunMetrics.P99);

  /** The value of several rounds that is used: of three to six, a median is left to chance. */
  enum RoundStatistic {
    MIN(rounds -> rounds.min().orElseThrow()),
    GEOMETRIC_MEAN(rounds -> Math.exp(rounds.map(Math::log).average().orElseThrow())),
    MAX(rounds -> rounds.max().orElseThrow());

    private final ToDoubleFunction<DoubleStream> statistic;

    RoundStatistic(ToDoubleFunction<DoubleStream> statistic) {
      this.statistic = statistic;
    }
  }

  /**
   * What is measured or predicted of a load.
   *
   * @param throughput requests per second
   * @param cpuMicros of the service for one request, without JIT compilers and sampling
   * @param utilisation the share of the CPUs that is in use
   */
  record Figures(
      double throughput, double cpuMicros, double utilisation, double p50Ms, double p99Ms) {}

  /** The rounds of a variant, without the size of its pool, under one closed load. */
  record MeasuredLoad(String variant, List<RecordedRun> runs) {
    private RunRecord first() {
      return runs.getFirst().record();
    }

    private double median(RunMetric metric) {
      double median = metric.median(runs);
      return Double.isNaN(median) ? 0 : median;
    }

    int users() {
      return first().settings().users();
    }

    /** Returns the mean wait of a request; NaN if it is unknown. */
    double waitMs() {
      LoadSpec settings = first().settings();
      return settings.isWaitUnknown() ? Double.NaN : settings.limits().delay().toNanos() / 1e6;
    }

    /** Returns whether it is a service of the user's, whose threads are unknown. */
    boolean isOfUser() {
      return first().setup().user().isPresent();
    }

    /** Returns the threads that may block at once; infinity if waiting blocks none. */
    double workers() {
      return first().settings().workers().stream().asDoubleStream().findFirst().orElse(1.0 / 0);
    }

    double throughput() {
      return median(RunMetrics.THROUGHPUT);
    }

    double threads() {
      return median(RunMetrics.THREADS);
    }

    double cpuMicros(RoundStatistic rounds) {
      return rounds.statistic.applyAsDouble(Arrays.stream(RunMetrics.REQUEST_CPU.of(runs)));
    }

    double generatorMicros() {
      return 1e6 * median(RunMetrics.GENERATOR_CORES) / throughput();
    }

    /** Returns the mean latency by Little's law: all users are in the service all the time. */
    double meanMs(RoundStatistic rounds) {
      DoubleStream throughputs = Arrays.stream(RunMetrics.THROUGHPUT.of(runs));
      return rounds.statistic.applyAsDouble(throughputs.map(each -> 1e3 * users() / each));
    }

    /** Returns whether service and load generator shared all CPUs. */
    boolean isShared() {
      String pinning = first().setup().environment().placement().pinning();
      return pinning == null || pinning.equals("none");
    }

    /** Returns the CPUs that no other process, compiler or sampling used. */
    double cpus() {
      Environment host = first().setup().environment();
      double others = median(RunMetrics.STEAL) + median(RunMetrics.OTHERS);
      double aside = median(RunMetrics.JIT_AND_SAMPLING) * throughput() / 1e6;
      return host.placement().serviceCpus().orElse(host.host().cpus()) * (1 - others) - aside;
    }

    Figures figures() {
      double micros = cpuMicros(RoundStatistic.GEOMETRIC_MEAN);
      double inUse = throughput() * (micros + (isShared() ? generatorMicros() : 0)) / 1e6;
      return new Figures(
          throughput(), micros, inUse / cpus(), median(RunMetrics.P50), median(RunMetrics.P99));
    }

    /** Returns a name such as {@code jersey-sync with 200 threads, 500 users, 100 ms}. */
    String name(double knownWorkers, double knownWaitMs) {
      boolean hasPool = Double.isFinite(knownWorkers);
      String pool = hasPool ? " with " + Numbers.count((long) knownWorkers, "thread") : "";
      return "%s%s, %s, %s ms"
          .formatted(variant, pool, Numbers.count(users(), "user"), Numbers.of(knownWaitMs));
    }
  }

  /**
   * Reads folders of experiments, sweeps, and looks at memory.
   *
   * @throws IOException if there is no run to plan with, or the runs of a variant are not alike
   */
  static Measurements read(List<Path> folders) throws IOException {
    List<RecordedRun> timed = new ArrayList<>();
    List<RecordedRun> looks = new ArrayList<>();
    for (Path folder : folders) {
      Optional<SweepPlan> sweep = SweepPlan.in(folder);
      if (sweep.isEmpty()) {
        timed.addAll(RecordedRuns.read(folder).runs());
        continue;
      }
      for (SweepPlan.Cell cell : sweep.get().cells()) {
        Path experiment = folder.resolve(cell.folder());
        if (Files.isDirectory(experiment.resolve("runs"))) {
          (sweep.get().runs().memory() ? looks : timed)
              .addAll(RecordedRuns.soFar(experiment).runs());
        }
      }
    }
    timed.removeIf(run -> !run.isValid() || run.open().isPresent() || !hasFigures(run));
    if (timed.isEmpty()) {
      throw new IOException(
          "%s has no valid run of users who wait for each response, with the CPU of the service"
              .formatted(folders.getFirst()));
    }
    Map<String, List<MeasuredLoad>> loads = new LinkedHashMap<>();
    for (List<RecordedRun> runs : groups(timed, Measurements::variant).values()) {
      String variant = variant(runs.getFirst());
      requireAlike(variant, runs);
      loads.put(
          variant,
          groups(runs, Measurements::load).values().stream()
              .map(rounds -> new MeasuredLoad(variant, rounds))
              .toList());
    }
    return new Measurements(loads, groups(looks, Measurements::variant));
  }

  private static boolean hasFigures(RecordedRun run) {
    return NEEDED.stream().allMatch(metric -> metric.of(run.record()) > 0);
  }

  private static Map<String, List<RecordedRun>> groups(
      List<RecordedRun> runs, Function<RecordedRun, String> key) {
    return runs.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
  }

  /** The variant without the size of its pool, and without what tells a control. */
  private static String variant(RecordedRun run) {
    return run.record()
        .identity()
        .controlOf()
        .orElse(run.variant())
        .replaceFirst("@WORKERS=\\d+", "");
  }

  private static String load(RecordedRun run) {
    LoadSpec settings = run.record().settings();
    return "%s %s %s".formatted(settings.users(), settings.delayMs(), settings.workers());
  }

  /** Runs with another wait kind, protocol or host are neither rounds of one load nor one plane. */
  private static void requireAlike(String variant, List<RecordedRun> runs) throws IOException {
    Map<String, List<RecordedRun>> conditions =
        groups(
            runs,
            run -> {
              LoadSpec settings = run.record().settings();
              Environment host = run.record().setup().environment();
              return "wait %s, %s, %d CPUs of %s%s"
                  .formatted(
                      settings.waits(),
                      settings.protocol().map(Object::toString).orElse("HTTP/1.1"),
                      host.host().cpus(),
                      host.host().cpu(),
                      host.container().isPresent() ? ", in a container" : "");
            });
    if (conditions.size() > 1) {
      throw new IOException(
          "the runs of %s cannot be in one plan: %s"
              .formatted(variant, String.join("; ", conditions.keySet())));
    }
  }

  /** Returns what was inferred, and which loads were warm in no round, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    loads.forEach((variant, all) -> notes.addAll(InferredLimits.notes(variant, all)));
    loads.values().stream()
        .flatMap(List::stream)
        .filter(load -> load.runs().stream().noneMatch(run -> run.record().wasWarm()))
        .map(load -> load.name(load.workers(), load.waitMs()) + ": its JIT compilers were busy")
        .forEach(notes::add);
    return notes;
  }
}
