package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.variants.Contract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The requests of an open model. The schedule is fixed before the first request is sent; the
 * service cannot delay it. A user whose connection is free takes the next request, waits until its
 * scheduled time, and sends it; an overdue request is sent immediately.
 *
 * <p>The corrected latency is measured from the scheduled time. A service that stalls is thus
 * charged with all requests that were scheduled meanwhile, not only with the few that were in
 * flight (G. Tene, "coordinated omission"). Gatling's log has the service time, from when a request
 * was sent.
 */
public final class Arrivals {
  /** Longer than any warm-up. */
  private static final Duration ENDLESS = Duration.ofHours(4);

  private final OpenModel model;
  private final long lastTakenNanos;
  private final long turnNanos;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong startNanos = new AtomicLong(Long.MIN_VALUE);
  private final LongAdder started = new LongAdder();
  private final LongAdder waited = new LongAdder();
  private final LatencyCounts corrected = new LatencyCounts();
  private final LatencyCounts sentLate = new LatencyCounts();

  /**
   * A request that a user has taken.
   *
   * @param scheduledNanos its scheduled time, on the scale of {@link System#nanoTime}
   * @param overdue whether it was scheduled before a user was free to take it
   */
  public record Arrival(long scheduledNanos, boolean overdue) {}

  private record ScheduledLatency(long second, int ms) {}

  /** The number of requests by latency from their scheduled times, by the second of that. */
  private final class LatencyCounts {
    private final Map<ScheduledLatency, LongAdder> requests = new ConcurrentHashMap<>();

    void add(Arrival arrival, long nowNanos) {
      long second = (arrival.scheduledNanos - startNanos.get()) / 1_000_000_000;
      int ms = Math.toIntExact(Math.round((nowNanos - arrival.scheduledNanos) / 1e6));
      requests
          .computeIfAbsent(new ScheduledLatency(second, ms), key -> new LongAdder())
          .increment();
    }

    Latencies without(List<Window> excluded) {
      Latencies all = new Latencies();
      requests.forEach(
          (latency, count) -> {
            long from = 1_000 * latency.second;
            if (excluded.stream()
                .noneMatch(each -> each.overlaps(from, from + 1_000 + latency.ms))) {
              all.add(latency.ms, count.sum());
            }
          });
      return all;
    }
  }

  /**
   * Creates the schedule, which starts when the first request is taken.
   *
   * @param grace how long after the end of the schedule an overdue request may still be taken
   * @param turn the time of the first request after its start, as a share of the time to the second
   *     one, from 0 to 1; 0 if no other generator shares it
   */
  public Arrivals(OpenModel model, Duration grace, double turn) {
    this.model = model;
    this.turnNanos = (long) (turn * model.scheduledNanos(1));
    this.lastTakenNanos = 1_000_000_000L * model.seconds() + grace.toNanos();
  }

  /**
   * Returns the requests of an open model; empty in a closed one. The injectors take turns, so that
   * the requests of all are spaced as if one load generator sent them.
   */
  public static Optional<Arrivals> of(Contract contract) {
    double turn =
        contract
            .request()
            .injector()
            .map(share -> (share.injector() - 1.0) / share.of())
            .orElse(0.0);
    Load load = contract.load();
    return load.open().map(open -> new Arrivals(open, load.limits().requestTime(), turn));
  }

  /** Returns the schedule of the warm-up before a load, which does not end. */
  static Arrivals ofWarmUp(OpenModel load) {
    return new Arrivals(load.warmUp(ENDLESS), Duration.ZERO, 0);
  }

  /** Takes the next request; empty if all are taken. */
  public Optional<Arrival> take(long nowNanos) {
    startNanos.compareAndSet(Long.MIN_VALUE, nowNanos);
    long start = startNanos.get();
    long number = nowNanos - start > lastTakenNanos ? Long.MAX_VALUE : next.getAndIncrement();
    if (number >= model.requests()) {
      return Optional.empty();
    }
    long scheduled = start + turnNanos + model.scheduledNanos(number);
    return Optional.of(new Arrival(scheduled, scheduled < nowNanos));
  }

  /** Records that a request is being sent. */
  public void sent(Arrival arrival, long nowNanos) {
    started.increment();
    if (arrival.overdue) {
      waited.increment();
    } else {
      sentLate.add(arrival, nowNanos);
    }
  }

  /** Records a successful response; Gatling's log has the failures. */
  public void received(Arrival arrival, long nowNanos) {
    corrected.add(arrival, nowNanos);
  }

  /**
   * Returns the latencies of the successful requests, from their scheduled times.
   *
   * @param excluded times in ms after the start of the schedule: requests that may overlap them are
   *     not counted, by the whole second of their scheduled times
   */
  public Latencies corrected(List<Window> excluded) {
    return corrected.without(excluded);
  }

  /**
   * Returns the outcome, after the last request has ended. Requests that did not start or had to
   * wait for a connection are counted whenever that was.
   *
   * @param excluded times in ms after the start of the schedule, whose latencies are not counted
   * @param corrected what {@link #corrected} returned for these times
   */
  public OpenModel.Outcome outcome(List<Window> excluded, Latencies corrected) {
    Latencies late = sentLate.without(excluded);
    return new OpenModel.Outcome(
        model.requests(),
        model.requests() - started.sum(),
        waited.sum(),
        late.total() == 0 ? Double.NaN : late.percentile(99),
        corrected.summary());
  }
}
