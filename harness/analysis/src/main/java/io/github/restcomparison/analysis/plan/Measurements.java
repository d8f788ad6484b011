package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.plan.PlanAnswer.Absent;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.SweepPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The closed loads and the looks at memory in folders of results.
 *
 * @param loads by variant
 * @param looks by variant: runs in which many requests were to wait at once
 */
record Measurements(Map<String, List<MeasuredLoad>> loads, Map<String, List<RecordedRun>> looks) {

  /** The value of several rounds that is used: of three to six, a median is left to chance. */
  enum RoundStatistic {
    MIN,
    GEOMETRIC_MEAN,
    MAX;

    double of(DoubleStream rounds) {
      return switch (this) {
        case MIN -> rounds.min().orElseThrow();
        case GEOMETRIC_MEAN -> Math.exp(rounds.map(Math::log).average().orElseThrow());
        case MAX -> rounds.max().orElseThrow();
      };
    }
  }

  /**
   * What is measured or predicted of a load.
   *
   * @param throughput requests per second
   * @param cpuMicros of the service for one request, without JIT compilers and sampling
   * @param utilisation the share of the CPUs that is in use
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Figures(
      double throughput, double cpuMicros, double utilisation, double p50Ms, double p99Ms) {
    /** Returns the same of so many nodes together. */
    Figures times(int nodes) {
      return new Figures(nodes * throughput, cpuMicros, utilisation, p50Ms, p99Ms);
    }
  }

  /** The rounds of a variant, without the size of its pool, under one closed load. */
  record MeasuredLoad(String variant, List<RecordedRun> runs) {
    private double median(RunMetric metric) {
      double median = metric.median(runs);
      return Double.isNaN(median) ? 0 : median;
    }

    private LoadSpec settings() {
      return runs.getFirst().record().settings();
    }

    int users() {
      return settings().users();
    }

    /** Returns the mean wait of a request; NaN if it is unknown. */
    double waitMs() {
      return settings().isWaitUnknown() ? Double.NaN : settings().delay().mean().toNanos() / 1e6;
    }

    /** Returns whether it is a service of the user's, whose threads are unknown. */
    boolean isOfUser() {
      return runs.getFirst().record().setup().user().isPresent();
    }

    /** Returns the threads that may block at once; infinity if waiting blocks none. */
    double workers() {
      OptionalInt workers = settings().workers();
      return workers.isPresent() ? workers.getAsInt() : Double.POSITIVE_INFINITY;
    }

    double throughput() {
      return median(RunMetrics.THROUGHPUT);
    }

    double threads() {
      return median(RunMetrics.THREADS);
    }

    double cpuMicros(RoundStatistic rounds) {
      return rounds.of(Arrays.stream(RunMetrics.REQUEST_CPU.of(runs)));
    }

    double generatorMicros() {
      return 1e6 * median(RunMetrics.GENERATOR_CORES) / throughput();
    }

    /** Returns the mean latency by Little's law: all users are in the service all the time. */
    double meanMs(RoundStatistic rounds) {
      return rounds.of(
          Arrays.stream(RunMetrics.THROUGHPUT.of(runs)).map(each -> 1e3 * users() / each));
    }

    boolean isShared() {
      return !runs.getFirst().isPinned();
    }

    /** Returns the CPUs that no other process, compiler or sampling used. */
    double cpus() {
      Environment host = runs.getFirst().record().setup().environment();
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
      List<RecordedRun> to = sweep.get().runs().memory() ? looks : timed;
      RecordedRuns.soFar(sweep.get(), folder).values().forEach(cell -> to.addAll(cell.runs()));
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
      // Runs under other conditions are neither rounds of one load nor one plane.
      Map<String, List<RecordedRun>> conditions = groups(runs, Measurements::conditions);
      if (conditions.size() > 1) {
        throw new IOException(
            "the runs of %s cannot be in one plan: %s"
                .formatted(variant, String.join("; ", conditions.keySet())));
      }
      loads.put(
          variant,
          groups(runs, Measurements::load).values().stream()
              .map(rounds -> new MeasuredLoad(variant, rounds))
              .toList());
    }
    return new Measurements(loads, groups(looks, Measurements::variant));
  }

  /** Returns what was inferred, and which loads were warm in no round, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (List<MeasuredLoad> all : loads.values()) {
      ServiceModel model = new ServiceModel(all, RoundStatistic.GEOMETRIC_MEAN);
      if (all.getFirst().isOfUser()) {
        notes.add(model.inferred(all.getFirst()));
      }
      all.stream()
          .filter(load -> load.runs.stream().noneMatch(run -> run.record().wasWarm()))
          .forEach(load -> notes.add(model.name(load) + ": its JIT compilers were busy"));
    }
    return notes;
  }

  private static boolean hasFigures(RecordedRun run) {
    return Stream.of(RunMetrics.REQUEST_CPU, RunMetrics.THROUGHPUT, RunMetrics.P50, RunMetrics.P99)
        .allMatch(metric -> metric.of(run.record()) > 0);
  }

  private static Map<String, List<RecordedRun>> groups(
      List<RecordedRun> runs, Function<RecordedRun, String> key) {
    return runs.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
  }

  /** The variant without the size of its pool, and without what tells a control. */
  private static String variant(RecordedRun run) {
    String name = run.record().identity().controlOf().orElse(run.variant());
    return name.replaceFirst("@WORKERS=\\d+", "");
  }

  private static String load(RecordedRun run) {
    LoadSpec settings = run.record().settings();
    return "%s %s %s".formatted(settings.users(), settings.delayMs(), settings.workers());
  }

  private static String conditions(RecordedRun run) {
    LoadSpec settings = run.record().settings();
    Environment host = run.record().setup().environment();
    return "wait %s, %s, %d CPUs of %s%s"
        .formatted(
            settings.waits(),
            settings.protocol().map(Object::toString).orElse("HTTP/1.1"),
            host.host().cpus(),
            host.host().cpu(),
            host.container().isPresent() ? ", in a container" : "");
  }
}
