package io.github.restcomparison.servicekit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** Counts the requests of a resource as they arrive and as they are answered. */
public final class RequestCount {
  private static final int QUIET_MS = 200;

  private final LongAdder arrived = new LongAdder();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LongAdder timed = new LongAdder();
  private final LongAdder timedNanos = new LongAdder();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private volatile LongConsumer latencies = nanos -> {};

  /**
   * Counts a request that the resource has just been given.
   *
   * @return when, by {@link System#nanoTime}
   */
  public long arrived() {
    arrived.increment();
    int now = inFlight.incrementAndGet();
    if (now > mostInFlight.get()) {
      mostInFlight.accumulateAndGet(now, Math::max);
    }
    return System.nanoTime();
  }

  /** Counts a request whose wait is over, one way or the other. */
  public void answered() {
    inFlight.decrementAndGet();
  }

  /**
   * The same, of one that arrived at {@code since}, for whoever collects how long they took.
   *
   * @param since what {@link #arrived} returned
   */
  public void answered(long since) {
    inFlight.decrementAndGet();
    long nanos = System.nanoTime() - since;
    timed.increment();
    timedNanos.add(nanos);
    latencies.accept(nanos);
  }

  /** Gives how long each request took from now on, in nanoseconds, to {@code collector}. */
  public void collectLatencies(LongConsumer collector) {
    latencies = collector;
  }

  /** How many requests were answered whose wait was timed, by {@link #answered(long)}. */
  public long timed() {
    return timed.sum();
  }

  /**
   * How long these were in the resource, together, in µs: what they were to wait, and by how much
   * they were woken late.
   */
  public long timedMicros() {
    return timedNanos.sum() / 1_000;
  }

  /** How many requests have reached the resource. */
  public long seen() {
    return arrived.sum();
  }

  /** How many of them wait, 0 or more: requests queued before the resource do not count. */
  public int inFlight() {
    return inFlight.get();
  }

  /** How many of them have waited at once, at most, since the start. */
  public int mostInFlight() {
    return mostInFlight.get();
  }

  /**
   * Waits until none has been in flight for 200 ms: by then queued requests have reached the
   * resource, and all answers are written.
   *
   * @param ms the longest that it may take
   */
  public void awaitAnswers(int ms) {
    long end = System.nanoTime() + ms * 1_000_000L;
    long quietSince = System.nanoTime();
    try {
      for (long now = quietSince;
          now < end && now - quietSince < QUIET_MS * 1_000_000L;
          now = System.nanoTime()) {
        Thread.sleep(5);
        if (inFlight() > 0) {
          quietSince = System.nanoTime();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
