package io.github.restcomparison.contract;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests of a resource as they arrive and as they are answered. Two additions for each
 * request, in cells that threads do not share.
 */
public final class RequestCount {
  private static final int WRITTEN_MS = 100;

  private final LongAdder arrived = new LongAdder();
  private final LongAdder answered = new LongAdder();

  /** Counts a request that the resource has just been given. */
  public void arrived() {
    arrived.increment();
  }

  /** Counts a request whose wait is over, one way or the other. */
  public void answered() {
    answered.increment();
  }

  /** How many requests have reached the resource. */
  public long seen() {
    return arrived.sum();
  }

  /**
   * Waits until all that have arrived are answered, and a little longer, so that the answers are
   * written: for servers that know no drain of their own.
   *
   * @param ms what it may take at most
   */
  public void awaitAnswers(int ms) {
    long end = System.nanoTime() + ms * 1_000_000L;
    try {
      while (inFlight() > 0 && System.nanoTime() < end) {
        Thread.sleep(10);
      }
      Thread.sleep(WRITTEN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many of them wait, 0 or more: what stands in queues before the resource is not in it. */
  public long inFlight() {
    // In this order, so that one that arrives in between counts too many, and never too few.
    long done = answered.sum();
    return Math.max(0, arrived.sum() - done);
  }
}
