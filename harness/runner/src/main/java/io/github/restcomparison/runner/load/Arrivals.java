package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The requests of an open model, one after the other. When each is due is known before anything is
 * sent, and nothing that the service does changes it. Whoever has a connection that is free takes
 * the next, waits until it is due, or finds that it is overdue already, and sends it at once.
 *
 * <p>The corrected latency counts from when a request was due: a service that stands still is
 * charged with all who had to wait for it, not with the few who had got through to it (G. Tene's
 * "coordinated omission"). The service time, from when it was sent, is what Gatling's log has.
 */
public final class Arrivals {
  private final OpenModel model;
  private final long lastTakenNanos;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong startNanos = new AtomicLong(Long.MIN_VALUE);
  private final LongAdder started = new LongAdder();
  private final LongAdder waited = new LongAdder();
  private final Map<Integer, LongAdder> correctedMs = new ConcurrentHashMap<>();
  private final Map<Integer, LongAdder> sentLateMs = new ConcurrentHashMap<>();

  /**
   * A request that somebody has taken.
   *
   * @param dueNanos when it is due, by {@link System#nanoTime}
   * @param overdue whether it was due before anybody could take it
   */
  public record Arrival(long dueNanos, boolean overdue) {

    /**
     * How long to wait until it is due, 0 or more; in whole ms, as Gatling waits, and none too few.
     */
    public Duration untilDue(long nowNanos) {
      return Duration.ofMillis(Math.ceilDiv(Math.max(0, dueNanos - nowNanos), 1_000_000));
    }
  }

  /**
   * Plans them; the first is due as soon as it is taken.
   *
   * @param patience for how long after the last is due one that is overdue may still be taken
   */
  public Arrivals(OpenModel model, Duration patience) {
    this.model = model;
    this.lastTakenNanos = 1_000_000_000L * model.seconds() + patience.toNanos();
  }

  /** Takes the next; empty where there is none left. */
  public Optional<Arrival> take(long nowNanos) {
    startNanos.compareAndSet(Long.MIN_VALUE, nowNanos);
    long start = startNanos.get();
    if (nowNanos - start > lastTakenNanos) {
      return Optional.empty();
    }
    long number = next.getAndIncrement();
    if (number >= model.requests()) {
      return Optional.empty();
    }
    long due = start + model.dueNanos(number);
    return Optional.of(new Arrival(due, due < nowNanos));
  }

  /** Notes that one that was taken is being sent. */
  public void sent(Arrival arrival, long nowNanos) {
    started.increment();
    if (arrival.overdue()) {
      waited.increment();
    } else {
      count(sentLateMs, nowNanos - arrival.dueNanos());
    }
  }

  /** Notes that one was answered rightly; those that were not are in Gatling's log. */
  public void answered(Arrival arrival, long nowNanos) {
    count(correctedMs, nowNanos - arrival.dueNanos());
  }

  private static void count(Map<Integer, LongAdder> byMs, long nanos) {
    int ms = Math.toIntExact(Math.round(nanos / 1e6));
    byMs.computeIfAbsent(ms, key -> new LongAdder()).increment();
  }

  /** From when each was due to its right answer. */
  public Latencies corrected() {
    return latencies(correctedMs);
  }

  /** What became of them, once nobody takes any more. */
  public OpenModel.Outcome outcome() {
    Latencies corrected = corrected();
    Latencies sentLate = latencies(sentLateMs);
    return new OpenModel.Outcome(
        model.requests(),
        model.requests() - started.sum(),
        waited.sum(),
        sentLate.total() == 0 ? OptionalInt.empty() : OptionalInt.of(sentLate.percentile(99)),
        corrected.total() == 0 ? Optional.empty() : Optional.of(corrected.summary()));
  }

  private static Latencies latencies(Map<Integer, LongAdder> byMs) {
    Latencies latencies = new Latencies();
    byMs.forEach((ms, requests) -> latencies.add(ms, requests.sum()));
    return latencies;
  }
}
