package io.github.restcomparison.jerseycontainervertx;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The requests that an application has not answered yet. */
final class InFlight<T> {
  private static final int POLL_MS = 10;

  private final Set<T> requests = new HashSet<>();
  private boolean closed;

  /**
   * Adds a request.
   *
   * @return false if no more are taken
   */
  synchronized boolean add(T request) {
    return !closed && requests.add(request);
  }

  /** Removes a request; without effect if it is removed already. */
  synchronized void remove(T request) {
    requests.remove(request);
  }

  /** Takes no more. */
  synchronized void close() {
    closed = true;
  }

  synchronized boolean isEmpty() {
    return requests.isEmpty();
  }

  /** Waits until all are answered, or for so long; or until the thread is interrupted. */
  void awaitEmpty(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      while (!isEmpty() && System.nanoTime() - end < 0) {
        Thread.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns a copy, in no order. */
  synchronized List<T> all() {
    return List.copyOf(requests);
  }
}
