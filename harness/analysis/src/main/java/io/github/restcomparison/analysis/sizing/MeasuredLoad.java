package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.RunRecord;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;

/**
 * What the valid runs of a service under one load say of what a request takes.
 *
 * @param variant without the size of its pool
 * @param runs one or more, all under the same closed load
 */
public record MeasuredLoad(String variant, List<RecordedRun> runs) {

  /** Which of the rounds' values is taken, so that an answer has two ends, too. */
  public enum Taken {
    LEAST,

    /** The geometric mean: of three to six rounds, a median leaves too much to chance. */
    MEAN,

    GREATEST
  }

  /** Users who ask at once. */
  public int users() {
    return first().settings().users();
  }

  /** The mean wait of a request; absent where nobody says it. */
  public OptionalDouble waitMs() {
    return first().settings().isWaitUnknown()
        ? OptionalDouble.empty()
        : OptionalDouble.of(first().settings().limits().delay().toNanos() / 1e6);
  }

  /** Whether it is of a service of the user's, of which nobody knows its threads. */
  public boolean isOfUser() {
    return first().user().isPresent();
  }

  /** Threads that may block at once; absent where waiting blocks none. */
  public OptionalInt workers() {
    return first().settings().workers();
  }

  public double throughput() {
    return median(RunMetrics.THROUGHPUT);
  }

  /** CPU of the service for requests alone, µs each. */
  public double serviceMicros(Taken taken) {
    return of(taken, RunMetrics.REQUEST_CPU.of(runs));
  }

  /** CPU of the load generator, µs per request. */
  public double generatorMicros() {
    return 1e6
        * RunMetrics.GENERATOR_CORES.median(runs).orElse(0)
        / RunMetrics.THROUGHPUT.median(runs).orElseThrow();
  }

  /** The mean latency, by Little's law: all users are in the service all the time. */
  public double meanMs(Taken taken) {
    return of(
        taken,
        Arrays.stream(RunMetrics.THROUGHPUT.of(runs)).map(each -> 1e3 * users() / each).toArray());
  }

  public double p50Ms() {
    return median(RunMetrics.P50);
  }

  public double p99Ms() {
    return median(RunMetrics.P99);
  }

  /** Whether service and load generator shared all CPUs. */
  public boolean isShared() {
    Environment environment = first().environment();
    return environment.pinning() == null || environment.pinning().equals("none");
  }

  /**
   * CPUs that requests could use: less what the hypervisor and other processes took, and the
   * service's own compilers and our sampling.
   */
  public double cpus() {
    Environment environment = first().environment();
    double all = environment.serviceCpus().orElse(environment.cpus());
    double taken =
        RunMetrics.STEAL.median(runs).orElse(0) + RunMetrics.OTHERS.median(runs).orElse(0);
    double aside = RunMetrics.JIT_AND_SAMPLING.median(runs).orElse(0) * throughput() / 1e6;
    return all * (1 - taken) - aside;
  }

  /** The greatest share of its CPUs that was in use. */
  public double utilisation() {
    double micros = serviceMicros(Taken.MEAN) + (isShared() ? generatorMicros() : 0);
    return throughput() * micros / 1e6 / cpus();
  }

  /** What people call a load. */
  static String name(String variant, OptionalInt workers, int users, double waitMs) {
    return "%s%s, %s, %s ms"
        .formatted(
            variant,
            workers.isPresent() ? " with " + Numbers.count(workers.getAsInt(), "thread") : "",
            Numbers.count(users, "user"),
            Numbers.of(waitMs));
  }

  private RunRecord first() {
    return runs.getFirst().record();
  }

  private double median(RunMetric metric) {
    OptionalDouble median = metric.median(runs);
    return median.orElseThrow();
  }

  private static double of(Taken taken, double[] values) {
    DoubleStream all = Arrays.stream(values);
    return switch (taken) {
      case LEAST -> all.min().orElseThrow();
      case MEAN -> Math.exp(all.map(Math::log).average().orElseThrow());
      case GREATEST -> all.max().orElseThrow();
    };
  }
}
