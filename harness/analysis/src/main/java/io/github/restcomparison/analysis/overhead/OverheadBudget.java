package io.github.restcomparison.analysis.overhead;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.ThroughputLimits.CeilingReason;
import io.github.restcomparison.records.Wait;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The time of a request in addition to its delay: mean latency minus mean delay, in pieces that do
 * not overlap and whose sum it is. docs/method.md explains them ("What limits each variant").
 *
 * @param delayMs the mean delay of a request, 0 or more
 * @param overheadMs mean latency minus {@code delayMs}, 0 or more
 * @param pieces in ms; none is negative, and a cause that was not measured has none
 * @param excessMs the measured time in excess of the overhead, before it was cut off; 0 or more
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OverheadBudget(
    double delayMs, double overheadMs, Map<Cause, Double> pieces, double excessMs) {

  /** The cause of a part of a request's overhead. No instant of a request counts in two. */
  public enum Cause {
    /** Scheduled in an open model and not sent: no connection was free, or the sender was late. */
    UNSENT("waiting to be sent"),
    /** All workers were busy: the request waited for one. */
    WORKER("waiting for a worker"),
    /** The lateness of the clock, and the queue of the thread that it wakes. */
    WOKEN_LATE("wake-up delay"),
    /**
     * The time of the back end beyond its delay, its client and the pool of connections included.
     */
    BACK_END("in the back end"),
    /** The service's threads were runnable without a CPU. */
    RUN_QUEUE("waiting for a CPU"),
    /** The service's threads ran on a CPU. */
    CPU("on a CPU"),
    /** The service's collections stopped it. */
    GC("garbage collection"),
    /** The response had arrived, and the generator's thread was not yet awake. */
    GENERATOR("in the generator"),
    /** The rest: kernel, loopback, queues on the way in, the generator's own work. */
    NOT_MEASURED("unexplained");

    private final String label;

    Cause(String label) {
      this.label = label;
    }

    /** Returns its text for a piece of a chart, and after a number of ms. */
    public String label() {
      return label;
    }

    /** Returns its text with its ms: {@code 11 ms of unexplained overhead}. */
    String withMs(String ms) {
      return ms
          + switch (this) {
            case NOT_MEASURED -> " ms of unexplained overhead";
            case WOKEN_LATE, GC -> " ms of " + label;
            default -> " ms " + label;
          };
    }
  }

  /** The maximum excess of the measured time over the overhead, as a share of it. */
  private static final double TOLERANCE = 0.10;

  private static final double SHOWN_SHARE = 0.05;

  /** The busy share from which on a pool counts as full, and requests queue for it. */
  private static final double FULL = 0.90;

  /** Sums over all threads, also over those for which no request waits, such as the compilers'. */
  private static final Set<Cause> OF_THREADS = EnumSet.of(Cause.RUN_QUEUE, Cause.CPU);

  /**
   * Returns the budget of the valid runs of a variant: the run of median overhead or, of an even
   * number, the mean of the two in the middle. So the pieces add up, unlike medians of each.
   * Numbers are those in files.
   *
   * @return empty if no run has a latency, or the wait is not known, or not what the user stated
   */
  public static Optional<OverheadBudget> of(List<RecordedRun> runs) {
    List<OverheadBudget> sorted =
        runs.stream()
            .filter(run -> !run.record().settings().delay().isUnknown() && !isMisstated(run))
            .map(OverheadBudget::of)
            .filter(budget -> !Double.isNaN(budget.overheadMs))
            .sorted(Comparator.comparingDouble(OverheadBudget::overheadMs))
            .toList();
    if (sorted.isEmpty()) {
      return Optional.empty();
    }
    OverheadBudget one = sorted.get((sorted.size() - 1) / 2);
    OverheadBudget other = sorted.get(sorted.size() / 2);
    Map<Cause, Double> both = new EnumMap<>(Cause.class);
    one.pieces.forEach((cause, ms) -> both.merge(cause, ms / 2, Double::sum));
    other.pieces.forEach((cause, ms) -> both.merge(cause, ms / 2, Double::sum));
    both.replaceAll((cause, ms) -> Numbers.roundSignificant(ms));
    return Optional.of(
        new OverheadBudget(
            one.delayMs,
            Numbers.roundSignificant((one.overheadMs + other.overheadMs) / 2),
            both,
            Numbers.roundSignificant((one.excessMs + other.excessMs) / 2)));
  }

  /**
   * Returns whether the stated wait exceeds the latency; a mean latency is rounded, but not by a
   * ms.
   */
  private static boolean isMisstated(RecordedRun run) {
    return run.record().settings().waitKind() == Wait.STATED
        && latencyMs(run.record()) + 1 < run.limits().delay().toMillis();
  }

  /**
   * Returns the budget of a run. A request meets the service at two instants: when it arrives, and
   * when its wait is over. A delay at the second is in the service's own measure of the wait, its
   * lateness. Collections and waiting for a CPU are subtracted from that, so that they count in one
   * piece only.
   */
  private static OverheadBudget of(RecordedRun run) {
    double delayMs = run.limits().delay().toNanos() / 1e6;
    double overheadMs = Math.max(0, latencyMs(run.record()) - delayMs);
    double runQueue = ms(run, RunMetric.RUN_QUEUE);
    double cpu = ms(run, RunMetric.CPU);
    double gc = ms(run, RunMetric.GC_DELAY);
    double generator = ms(run, RunMetric.GENERATOR_LATENESS);
    double perMs = ms(run, RunMetric.THROUGHPUT);
    double late = Math.max(0, ms(run, RunMetric.WAIT) - delayMs - computedMs(run) - gc / 2);
    // A thread that serves many requests waits once for all of them. By Little's law, perMs times
    // runQueue threads wait for a CPU on average; the thread that a request waits for is one of
    // those that have work, if there is any.
    double starvedShare = perMs * runQueue / Math.max(1, perMs * (runQueue + cpu));
    double starved = Math.min(late, Math.max(runQueue / 2, late * starvedShare));
    Map<Cause, Double> pieces = new EnumMap<>(Cause.class);
    pieces.put(Cause.RUN_QUEUE, runQueue / 2 + Math.max(runQueue / 2, starved));
    pieces.put(Cause.CPU, cpu);
    pieces.put(Cause.GC, gc);
    pieces.put(Cause.GENERATOR, generator);
    pieces.put(
        run.record().settings().waitKind().isForBackEnd() ? Cause.BACK_END : Cause.WOKEN_LATE,
        late - starved);
    pieces.put(Cause.UNSENT, unsentMs(run.record()));
    double heldMs = Math.max(delayMs, ms(run, RunMetric.WAIT)) + runQueue + cpu;
    pieces.put(Cause.WORKER, queueMs(run, perMs, heldMs) - generator);
    pieces.values().removeIf(ms -> !(ms > 0));
    // The pieces cannot exceed the whole: the time of threads without a request is cut first.
    double ofThreads =
        pieces.getOrDefault(Cause.RUN_QUEUE, 0.0) + pieces.getOrDefault(Cause.CPU, 0.0);
    double others = sum(pieces) - ofThreads;
    double excess = Math.max(0, ofThreads + others - overheadMs);
    double left = Math.max(0, overheadMs - others);
    double kept = others > overheadMs ? overheadMs / others : 1;
    double keptOfThreads = ofThreads > left ? left / ofThreads : 1;
    pieces.replaceAll((cause, ms) -> ms * (OF_THREADS.contains(cause) ? keptOfThreads : kept));
    double rest = overheadMs - sum(pieces);
    if (rest > 0) {
      pieces.put(Cause.NOT_MEASURED, rest);
    }
    return new OverheadBudget(delayMs, overheadMs, pieces, excess);
  }

  /**
   * Returns the mean latency in the window; of an open model, from the scheduled times over the
   * whole schedule.
   */
  private static double latencyMs(RunRecord run) {
    return run.load().flatMap(LoadResult::open).isPresent()
        ? RunMetric.MEAN.valueIn(run)
        : run.load().map(load -> load.window().meanLatencyInWindow()).orElse(Double.NaN);
  }

  private static double unsentMs(RunRecord run) {
    return run.load()
        .filter(load -> load.open().flatMap(OpenModel.Outcome::corrected).isPresent())
        .flatMap(LoadResult::latency)
        .map(Latency::mean)
        .map(sinceSent -> RunMetric.MEAN.valueIn(run) - sinceSent)
        .orElse(0.0);
  }

  /**
   * Returns the wait for a worker. If all workers are busy, the requests in flight that hold none
   * wait for one (Little's law). A worker is busy while its request waits, has no CPU, or has one.
   */
  private static double queueMs(RecordedRun run, double perMs, double heldMs) {
    if (run.limits().ceilingReason() != CeilingReason.THREADS || perMs == 0) {
      return 0;
    }
    double workers = run.limits().workers().getAsInt();
    double inFlight =
        run.record().load().map(load -> load.window().inFlightInWindow()).orElse(Double.NaN);
    return perMs * heldMs >= FULL * workers ? (inFlight - workers) / perMs : 0;
  }

  /**
   * Returns the CPU time that a request was told to use within the time that the service measures.
   */
  private static double computedMs(RecordedRun run) {
    String micros = String.valueOf(run.record().subject().service().get("cpuMicros"));
    return micros.matches("\\d{1,7}") ? Integer.parseInt(micros) / 1e3 : 0;
  }

  /** Returns a thousandth of a figure: ms of µs, requests per ms; 0 if it was not measured. */
  private static double ms(RecordedRun run, RunMetric metric) {
    double value = metric.valueIn(run.record());
    return Double.isNaN(value) ? 0 : value / 1e3;
  }

  private static double sum(Map<Cause, Double> pieces) {
    return pieces.values().stream().mapToDouble(ms -> ms).sum();
  }

  /** Returns a piece in ms; 0 if it was not measured. */
  public double ms(Cause cause) {
    return pieces.getOrDefault(cause, 0.0);
  }

  /** Returns the largest piece, which may be the unexplained rest. */
  public Cause largest() {
    return Stream.of(Cause.values()).max(Comparator.comparingDouble(this::ms)).orElseThrow();
  }

  /** Returns whether the measured pieces exceed the overhead by at most a tenth. */
  public boolean addsUp() {
    return excessMs <= TOLERANCE * overheadMs;
  }

  /**
   * Returns {@code 3.4 ms over the delay of 100 ms: 1.6 waiting for a CPU, 0.9 the generator's, 0.9
   * unexplained}: the largest first, without pieces below a twentieth of the whole.
   */
  public String sentence() {
    String parts =
        pieces.keySet().stream()
            .filter(cause -> ms(cause) > 0 && ms(cause) >= SHOWN_SHARE * overheadMs)
            .sorted(
                Comparator.comparing((Cause cause) -> cause == Cause.NOT_MEASURED)
                    .thenComparing(cause -> -ms(cause)))
            .map(cause -> text(ms(cause)) + " " + cause.label())
            .collect(Collectors.joining(", "));
    return "%s ms over the delay of %s ms".formatted(text(overheadMs), text(delayMs))
        + (parts.isEmpty() ? "" : ": " + parts)
        + (addsUp()
            ? ""
            : "; %s ms more than that were measured, in part of threads that no request waits for"
                .formatted(text(excessMs)));
  }

  /** Returns ms as text for people. */
  static String text(double ms) {
    return Numbers.of(ms < 10 ? Math.round(10 * ms) / 10.0 : Math.rint(ms));
  }
}
