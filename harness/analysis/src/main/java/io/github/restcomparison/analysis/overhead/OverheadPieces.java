package io.github.restcomparison.analysis.overhead;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
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
 * delays it at the second is in the service's own measure of the wait, its lateness. Of that, what
 * was collections and what was waiting for a CPU is taken out, so that it is in no two pieces.
 */
final class OverheadPieces {
  /** A pool of which this share is busy is full, and requests queue for it. */
  private static final double FULL = 0.90;

  /** Sums over all threads: also over those for which no request waits, such as the compilers'. */
  private static final EnumSet<OverheadCause> OF_THREADS =
      EnumSet.of(OverheadCause.RUN_QUEUE, OverheadCause.CPU);

  private static final Set<OverheadCause> ALL = EnumSet.allOf(OverheadCause.class);

  private final Map<OverheadCause, Double> pieces = new EnumMap<>(OverheadCause.class);
  private final RecordedRun run;
  private final double delayMs;
  private final double overheadMs;

  private OverheadPieces(RecordedRun run, double latencyMs) {
    this.run = run;
    this.delayMs = run.limits().delay().toNanos() / 1e6;
    this.overheadMs = Math.max(0, latencyMs - delayMs);
  }

  /** The budget of a run; empty where it has no latency, or nobody knows its wait. */
  static Optional<OverheadBudget> of(RecordedRun run) {
    if (run.record().settings().isWaitUnknown()) {
      return Optional.empty();
    }
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
                    : load.window().meanLatencyInWindow())
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble mean(Optional<Latency> latency) {
    return latency.stream().mapToDouble(Latency::mean).findFirst();
  }

  private OverheadBudget budget() {
    RunRecord record = run.record();
    double runQueue = micros(RunMetrics.RUN_QUEUE);
    double gc = micros(RunMetrics.GC_DELAY);
    double late = Math.max(0, micros(RunMetrics.WAIT) - delayMs - computedMs() - gc / 2);
    double starved = Math.min(late, Math.max(runQueue / 2, late * shareWaitingForCpu()));
    add(OverheadCause.RUN_QUEUE, runQueue / 2 + Math.max(runQueue / 2, starved));
    add(OverheadCause.CPU, micros(RunMetrics.CPU));
    add(OverheadCause.GC, gc);
    add(OverheadCause.GENERATOR, micros(RunMetrics.GENERATOR_LATENESS));
    add(
        record.settings().asksBackEnd() ? OverheadCause.BACK_END : OverheadCause.WOKEN_LATE,
        late - starved);
    record.load().ifPresent(this::addUnsent);
    record.load().ifPresent(this::addQueue);
    double excess = Math.max(0, sum(ALL) - overheadMs);
    cut();
    add(OverheadCause.NOT_MEASURED, overheadMs - sum(ALL));
    return new OverheadBudget(delayMs, overheadMs, pieces, excess);
  }

  /**
   * The share of any time, and so of a wake-up's lateness, in which the thread that is to answer
   * had work and no CPU. A thread that serves many requests waits once for all of them: its run
   * queue time, divided by the requests, says too little of what each of them lost. By Little's law
   * X·Q threads of the service wait for a CPU on average, and X·(Q + C) have work; the thread that
   * a request waits for is one of these, where there is any.
   */
  private double shareWaitingForCpu() {
    double waiting = throughput() * micros(RunMetrics.RUN_QUEUE) / 1e3;
    double working = throughput() * micros(RunMetrics.CPU) / 1e3;
    return waiting / Math.max(1, waiting + working);
  }

  /** What a request was made to compute within the time that the service measures: it is CPU. */
  private double computedMs() {
    String micros = String.valueOf(run.record().setup().service().get("cpuMicros"));
    return micros.matches("\\d{1,7}") ? Integer.parseInt(micros) / 1e3 : 0;
  }

  private double throughput() {
    return RunMetrics.THROUGHPUT.of(run.record()).orElse(0);
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
   * Where all workers are busy, the requests in flight that hold none wait for one, but for those
   * whose answer the generator has not seen yet (Little's law). A worker is busy while its request
   * waits, has no CPU, or has one.
   */
  private void addQueue(Load load) {
    if (run.limits().ceilingReason() != CeilingReason.THREADS || throughput() == 0) {
      return;
    }
    double workers = run.limits().workers().getAsInt();
    double heldMs =
        Math.max(delayMs, micros(RunMetrics.WAIT))
            + micros(RunMetrics.RUN_QUEUE)
            + micros(RunMetrics.CPU);
    if (throughput() * heldMs / 1e3 >= FULL * workers) {
      add(
          OverheadCause.WORKER,
          1e3 * (load.window().inFlightInWindow().orElse(0) - workers) / throughput()
              - pieces.getOrDefault(OverheadCause.GENERATOR, 0.0));
    }
  }

  private double sum(Set<OverheadCause> causes) {
    return causes.stream().mapToDouble(each -> pieces.getOrDefault(each, 0.0)).sum();
  }

  /** The pieces cannot be more than the whole: what threads did for no request goes first. */
  private void cut() {
    Set<OverheadCause> others = EnumSet.complementOf(OF_THREADS);
    scale(others, overheadMs);
    // What is left may be below 0 by the rounding of doubles.
    scale(OF_THREADS, Math.max(0, overheadMs - sum(others)));
  }

  private void scale(Set<OverheadCause> causes, double mostMs) {
    double sum = sum(causes);
    if (sum > mostMs) {
      causes.forEach(each -> pieces.computeIfPresent(each, (cause, ms) -> ms * mostMs / sum));
    }
  }
}
