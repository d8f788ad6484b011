package io.github.restcomparison.analysis.model;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.ThroughputLimits.CeilingReason;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The pieces of one run's overhead, which docs/method.md explains ("What held a service back").
 *
 * <p>A request meets the service at two instants: when it arrives, and when its wait is over. What
 * delays it at the second is in the service's own measure of the wait. Of the run queue and of the
 * collections, half is taken to fall on each, and that half is taken out of the wait's lateness.
 */
final class OverheadPieces {
  /** A pool of which this share is busy is full, and requests queue for it. */
  private static final double FULL = 0.95;

  /** Sums over all threads: also over those for which no request waits, such as the compilers'. */
  private static final Set<OverheadCause> OF_THREADS =
      EnumSet.of(OverheadCause.RUN_QUEUE, OverheadCause.CPU);

  private final Map<OverheadCause, Double> pieces = new EnumMap<>(OverheadCause.class);
  private final RecordedRun run;
  private final double delayMs;
  private final double overheadMs;

  private OverheadPieces(RecordedRun run, double latencyMs) {
    this.run = run;
    this.delayMs = run.limits().delay().toNanos() / 1e6;
    this.overheadMs = Math.max(0, latencyMs - delayMs);
  }

  /** The budget of a run; empty where it has no latency. */
  static Optional<OverheadBudget> of(RecordedRun run) {
    return meanLatency(run.record()).stream()
        .mapToObj(latency -> new OverheadPieces(run, latency).budget())
        .findFirst();
  }

  /** In the window; of an open model, from when a request was due, over all of the schedule. */
  private static OptionalDouble meanLatency(RunRecord record) {
    return record
        .load()
        .map(
            load ->
                load.open().isPresent()
                    ? mean(load.open().flatMap(OpenModel.Outcome::corrected))
                    : load.meanLatencyInWindow())
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble mean(Optional<Latency> latency) {
    return latency.stream().mapToDouble(Latency::mean).findFirst();
  }

  private OverheadBudget budget() {
    RunRecord record = run.record();
    record.load().ifPresent(this::addUnsent);
    double runQueue = micros(RunMetrics.RUN_QUEUE);
    double gc = micros(RunMetrics.GC_DELAY);
    add(OverheadCause.RUN_QUEUE, runQueue);
    add(OverheadCause.CPU, micros(RunMetrics.CPU));
    add(OverheadCause.GC, gc);
    add(OverheadCause.GENERATOR, micros(RunMetrics.GENERATOR_LATENESS));
    double wait = RunMetrics.WAIT.of(record).orElse(0) / 1e3;
    add(
        record.settings().asksBackEnd() ? OverheadCause.BACK_END : OverheadCause.WOKEN_LATE,
        wait - delayMs - runQueue / 2 - gc / 2);
    record.load().ifPresent(this::addQueue);
    double excess = Math.max(0, sum(EnumSet.allOf(OverheadCause.class)) - overheadMs);
    cut();
    add(OverheadCause.NOT_MEASURED, overheadMs - sum(EnumSet.allOf(OverheadCause.class)));
    return new OverheadBudget(delayMs, overheadMs, pieces, excess);
  }

  private double micros(RunMetric metric) {
    return metric.of(run.record()).orElse(0) / 1e3;
  }

  private void add(OverheadCause cause, double ms) {
    if (ms > 0) {
      pieces.put(cause, ms);
    }
  }

  private void addUnsent(Load load) {
    if (load.open().isPresent() && load.latency().isPresent()) {
      add(
          OverheadCause.UNSENT,
          meanLatency(run.record()).orElse(0) - mean(load.latency()).getAsDouble());
    }
  }

  /**
   * By Little's law: where all workers are busy, the requests in flight that hold none wait for
   * one, but for those whose answer the generator has not seen yet.
   */
  private void addQueue(Load load) {
    double throughput = load.throughput().orElse(0);
    double workers = run.limits().workers().orElse(Integer.MAX_VALUE);
    boolean bounded = run.limits().ceilingReason() == CeilingReason.THREADS;
    if (bounded && throughput * delayMs / 1e3 >= FULL * workers) {
      add(
          OverheadCause.WORKER,
          1e3 * (load.inFlightInWindow().orElse(0) - workers) / throughput
              - pieces.getOrDefault(OverheadCause.GENERATOR, 0.0));
    }
  }

  private double sum(Set<OverheadCause> causes) {
    return causes.stream().mapToDouble(each -> pieces.getOrDefault(each, 0.0)).sum();
  }

  /** The pieces cannot be more than the whole: what threads did for no request goes first. */
  private void cut() {
    Set<OverheadCause> others = EnumSet.complementOf(EnumSet.copyOf(OF_THREADS));
    scale(others, overheadMs);
    scale(OF_THREADS, overheadMs - sum(others));
  }

  private void scale(Set<OverheadCause> causes, double mostMs) {
    double sum = sum(causes);
    if (sum > mostMs) {
      causes.forEach(each -> pieces.computeIfPresent(each, (cause, ms) -> ms * mostMs / sum));
    }
  }
}
