package io.github.restcomparison.analysis.plan;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
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
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The closed loads in folders of results, and the runs that measured memory.
 *
 * @param loads by variant
 * @param waiting by variant: runs in which many requests were to wait at once
 * @param notices which runs are in no figure and why, a sentence each
 */
record Measurements(
    Map<String, List<MeasuredLoad>> loads,
    Map<String, List<RecordedRun>> waiting,
    List<String> notices) {

  /** The statistic of several rounds: three to six are too few for a median. */
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
   * The rounds of a variant, without the size of its pool, under one closed load.
   *
   * @param waitMs the mean wait of a request; of a service of the user's that was measured without
   *     {@code --delay}, its p50 under the fewest users
   */
  record MeasuredLoad(String variant, double waitMs, List<RecordedRun> runs) {
    double median(RunMetric metric) {
      double median = metric.median(runs);
      return Double.isNaN(median) ? 0 : median;
    }

    private LoadSpec settings() {
      return runs.getFirst().record().settings();
    }

    /** Returns a name such as {@code jersey-sync, 500 users, 100 ms, 200 threads}. */
    String name() {
      String pool = Double.isFinite(workers()) ? ", %.0f threads".formatted(workers()) : "";
      return "%s, %s, %s ms%s"
          .formatted(variant, Numbers.count(users(), "user"), Numbers.of(waitMs), pool);
    }

    int users() {
      return settings().users();
    }

    /** Returns whether it is a service of the user's, which may have threads that block. */
    boolean isOfUser() {
      return runs.getFirst().record().setup().user().isPresent();
    }

    /** Returns the threads that may block at once; infinity if waiting blocks none. */
    double workers() {
      return settings().workers().stream()
          .mapToDouble(all -> all)
          .findFirst()
          .orElse(Double.POSITIVE_INFINITY);
    }

    double throughput() {
      return median(RunMetric.THROUGHPUT);
    }

    double cpuMicros(RoundStatistic rounds) {
      return rounds.of(Arrays.stream(RunMetric.REQUEST_CPU.of(runs)));
    }

    double generatorMicros() {
      return 1e6 * median(RunMetric.GENERATOR_CORES) / throughput();
    }

    /** Returns the mean latency by Little's law: all users are in the service all the time. */
    double meanMs(RoundStatistic rounds) {
      return rounds.of(
          Arrays.stream(RunMetric.THROUGHPUT.of(runs)).map(each -> 1e3 * users() / each));
    }

    boolean isShared() {
      return !runs.getFirst().isPinned();
    }

    /** Returns the CPUs that no other process, compiler or sampling used. */
    double cpus() {
      Environment host = runs.getFirst().record().setup().environment();
      double others = median(RunMetric.STEAL) + median(RunMetric.OTHERS);
      double aside = median(RunMetric.JIT_AND_SAMPLING) * throughput() / 1e6;
      return host.placement().serviceCpus().orElse(host.host().cpus()) * (1 - others) - aside;
    }

    double utilisation() {
      double micros = cpuMicros(RoundStatistic.GEOMETRIC_MEAN);
      return throughput() * (micros + (isShared() ? generatorMicros() : 0)) / 1e6 / cpus();
    }
  }

  /**
   * Reads folders of experiments, of sweeps, and of measurements of memory.
   *
   * @throws IOException if there is no run to plan with, or the runs of a variant are not alike
   */
  static Measurements read(List<Path> folders) throws IOException {
    List<RecordedRun> timed = new ArrayList<>();
    List<RecordedRun> waiting = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    for (Path folder : folders) {
      Optional<SweepPlan> sweep = SweepPlan.in(folder);
      boolean isOfMemory = sweep.filter(each -> each.runs().memory()).isPresent();
      for (RecordedRuns experiment :
          sweep.isPresent()
              ? RecordedRuns.soFar(sweep.get(), folder).values()
              : List.of(RecordedRuns.read(folder))) {
        (isOfMemory ? waiting : timed).addAll(experiment.runs());
        experiment.notices().forEach(each -> notices.add(folder.getFileName() + ": " + each));
      }
    }
    timed.removeIf(run -> !run.isValid() || !sendsAtOnce(run) || !hasFigures(run));
    if (timed.isEmpty()) {
      throw new IOException(
          "%s has no valid run of users without think time, with the CPU of the service"
              .formatted(folders.getFirst()));
    }
    Map<String, List<MeasuredLoad>> loads = new LinkedHashMap<>();
    for (Map.Entry<String, List<RecordedRun>> each :
        groups(timed, Measurements::variant).entrySet()) {
      loads.put(each.getKey(), loads(each.getKey(), each.getValue()));
    }
    return new Measurements(loads, groups(waiting, Measurements::variant), notices);
  }

  private static List<MeasuredLoad> loads(String variant, List<RecordedRun> runs)
      throws IOException {
    // Runs under other conditions are neither rounds of one load nor one plane.
    Map<String, List<RecordedRun>> conditions = groups(runs, Measurements::conditions);
    if (conditions.size() > 1) {
      throw new IOException(
          "the runs of %s cannot be in one plan: %s"
              .formatted(variant, String.join("; ", conditions.keySet())));
    }
    Map<String, List<RecordedRun>> rounds = groups(runs, Measurements::load);
    double shortest =
        rounds.values().stream().mapToDouble(RunMetric.P50::median).min().orElseThrow();
    return rounds.values().stream()
        .map(
            each -> {
              LoadSpec settings = each.getFirst().record().settings();
              return new MeasuredLoad(
                  variant,
                  settings.isWaitUnknown() ? shortest : settings.delay().mean().toNanos() / 1e6,
                  each);
            })
        .toList();
  }

  /** Returns the notices, what was assumed, and which loads were warm in no round. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(notices);
    for (List<MeasuredLoad> all : loads.values()) {
      MeasuredLoad first = all.getFirst();
      if (first.settings().isWaitUnknown()) {
        notes.add(
            "%s: a request is assumed to wait %s ms, the lowest p50 (measure with --delay)"
                .formatted(first.variant, Numbers.of(first.waitMs)));
      }
      if (first.isOfUser() && Double.isInfinite(first.workers())) {
        notes.add(
            "%s: no pool of threads is assumed to limit it (--workers states one)"
                .formatted(first.variant));
      }
      all.stream()
          .filter(load -> load.runs.stream().noneMatch(run -> run.record().wasSteady()))
          .forEach(load -> notes.add(load.name() + ": no run was steady"));
    }
    return notes;
  }

  /** Whether all users are in the service all the time, which the model takes for granted. */
  private static boolean sendsAtOnce(RecordedRun run) {
    return run.open().isEmpty() && run.limits().think().isZero();
  }

  private static boolean hasFigures(RecordedRun run) {
    return Stream.of(RunMetric.REQUEST_CPU, RunMetric.THROUGHPUT, RunMetric.P50, RunMetric.P99)
        .allMatch(metric -> metric.of(run.record()) > 0);
  }

  private static Map<String, List<RecordedRun>> groups(
      List<RecordedRun> runs, Function<RecordedRun, String> key) {
    return runs.stream().collect(groupingBy(key, LinkedHashMap::new, toList()));
  }

  /** Returns the variant without the size of its pool; a control is its original. */
  private static String variant(RecordedRun run) {
    String name = run.record().identity().controlOf().orElse(run.variant());
    return name.replaceFirst("@WORKERS=\\d+", "");
  }

  private static String load(RecordedRun run) {
    LoadSpec settings = run.record().settings();
    return "%s %s %s".formatted(settings.users(), settings.delayMs(), settings.bounds());
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
