package io.github.restcomparison.servicekit;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Admission control: a request is refused where as many wait as may, and once the service drains.
 * It is refused at once, with {@code 503} and {@code Retry-After}, so that its client can go
 * elsewhere without delay.
 */
public final class Admission {

  /** {@code Retry-After} of a refused request, in seconds. */
  public static final String RETRY_AFTER = "1";

  private final OptionalInt mostWaiting;
  private final RequestCount requests;
  private final LongAdder refused = new LongAdder();
  private final AtomicInteger acquired = new AtomicInteger();
  private volatile boolean draining;

  /** The threads of a service that read what clients send. */
  @FunctionalInterface
  public interface Readers {
    /**
     * Returns once each of them has read everything that had arrived before the call. No fixed
     * sleep could replace it: on a busy host it may take any time.
     *
     * @param ms the longest that it may take
     */
    void awaitTurn(long ms) throws InterruptedException;
  }

  /**
   * @param mostWaiting requests that may be in flight at once; empty for any number
   */
  public Admission(OptionalInt mostWaiting, RequestCount requests) {
    this.mostWaiting = mostWaiting;
    this.requests = requests;
  }

  /** Whether one more request may wait. */
  public boolean admits() {
    return !draining && (mostWaiting.isEmpty() || inside() < mostWaiting.getAsInt());
  }

  private int inside() {
    return Math.max(requests.inFlight(), acquired.get());
  }

  /**
   * Takes a place for a request that another thread will count as arrived. The caller gives it back
   * by {@link #release}, once, when the request is answered or its client has left.
   */
  public void acquire() {
    acquired.incrementAndGet();
  }

  /**
   * Gives back places that were taken by {@link #acquire}.
   *
   * @param places 0 or more
   */
  public void release(int places) {
    acquired.addAndGet(-places);
  }

  /** Whether the service drains: it refuses all new requests. */
  public boolean draining() {
    return draining;
  }

  /** Admits no request from now on. */
  public void refuseAll() {
    draining = true;
  }

  /** Counts a request that was refused. */
  public void countRefusal() {
    refused.increment();
  }

  /**
   * Admits no request from now on, and returns when all that were admitted are answered and none is
   * left unread in a socket.
   *
   * @param ms the longest that it may take
   */
  public void drain(int ms, Readers readers) {
    refuseAll();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    try {
      long before;
      do {
        before = arrived();
        requests.awaitAnswers((int) left(end));
        readers.awaitTurn(left(end));
      } while ((before != arrived() || acquired.get() > 0) && left(end) > 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long arrived() {
    return requests.seen() + refused.sum();
  }

  private static long left(long endNanos) {
    return Math.max(0, Math.ceilDiv(endNanos - System.nanoTime(), 1_000_000));
  }
}
