package io.github.restcomparison.servicekit;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Who is let in: no more than may wait, and nobody once the service is going. Whoever is not is
 * told at once, with {@code 503} and {@code Retry-After}, while it is still cheap to go elsewhere.
 */
public final class Admission {

  /** The seconds after which a client that was refused may try again. */
  public static final String RETRY_AFTER = "1";

  private final OptionalInt mostWaiting;
  private final RequestCount requests;
  private final LongAdder refused = new LongAdder();
  private final AtomicInteger acquire = new AtomicInteger();
  private volatile boolean draining;

  /** The threads of a service that read what clients send. */
  @FunctionalInterface
  public interface Readers {
    /**
     * Returns once each of them has been through everything that had come before the call. On a
     * host that is busy that takes longer than any time that one could wait instead.
     *
     * @param ms what it may take at most
     */
    void awaitTurn(long ms) throws InterruptedException;
  }

  /**
   * @param mostWaiting requests that may be in flight at once; any number where it is empty
   */
  public Admission(OptionalInt mostWaiting, RequestCount requests) {
    this.mostWaiting = mostWaiting;
    this.requests = requests;
  }

  /** Whether one more may wait. */
  public boolean admits() {
    return !draining && (mostWaiting.isEmpty() || inside() < mostWaiting.getAsInt());
  }

  private int inside() {
    return Math.max(requests.inFlight(), acquire.get());
  }

  /**
   * Counts one who was let in by another thread than that which counts the request as arrived.
   * Whoever calls it calls {@link #release} once, when the request is answered or its client gone.
   */
  public void acquire() {
    acquire.incrementAndGet();
  }

  /**
   * Some who were counted by {@link #acquire} are not there any more.
   *
   * @param number of them, 0 or more
   */
  public void release(int number) {
    acquire.addAndGet(-number);
  }

  /** Whether the service is going. */
  public boolean draining() {
    return draining;
  }

  /** Admits nobody from now on. */
  public void refuseAll() {
    draining = true;
  }

  /** Counts a request that was refused: one that came, and is answered. */
  public void countRefusal() {
    refused.increment();
  }

  /**
   * Admits nobody from now on, and returns when all who were are answered, and nobody stands unread
   * in a socket.
   *
   * @param ms what it may take at most
   */
  public void drain(int ms, Readers readers) {
    refuseAll();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    try {
      long before;
      do {
        before = come();
        requests.awaitAnswers((int) left(end));
        readers.awaitTurn(left(end));
      } while ((before != come() || acquire.get() > 0) && left(end) > 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long come() {
    return requests.seen() + refused.sum();
  }

  private static long left(long endNanos) {
    return Math.max(0, Math.ceilDiv(endNanos - System.nanoTime(), 1_000_000));
  }
}
