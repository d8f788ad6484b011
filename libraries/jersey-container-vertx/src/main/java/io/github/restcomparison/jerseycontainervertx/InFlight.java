package io.github.restcomparison.jerseycontainervertx;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that an application has not answered yet, as a list whose links are in the requests:
 * nothing is allocated for one.
 */
final class InFlight<T extends InFlight.Links> {
  private static final int POLL_MS = 10;

  private final Links ends = new Links();
  private boolean closed;

  /** The links of a request to its neighbours in the list; to itself if it is not in it. */
  static class Links {
    private Links before = this;
    private Links after = this;
  }

  /**
   * Adds a request.
   *
   * @return false if no more are taken
   */
  synchronized boolean add(T request) {
    if (closed) {
      return false;
    }
    Links links = request;
    links.before = ends.before;
    links.after = ends;
    ends.before.after = request;
    ends.before = request;
    return true;
  }

  /** Removes a request; without effect if it is removed already. */
  synchronized void remove(T request) {
    Links links = request;
    links.before.after = links.after;
    links.after.before = links.before;
    links.before = links;
    links.after = links;
  }

  /** Takes no more. */
  synchronized void close() {
    closed = true;
  }

  synchronized boolean isEmpty() {
    return ends.after == ends;
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

  /** Returns a copy of the list. */
  synchronized List<T> all() {
    List<T> all = new ArrayList<>();
    for (Links each = ends.after; each != ends; each = each.after) {
      @SuppressWarnings("unchecked") // only those are added
      T request = (T) each;
      all.add(request);
    }
    return all;
  }
}
