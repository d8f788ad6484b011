package io.github.restcomparison.jerseycontainervertx;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that an application has not answered yet, as a list whose links are in the requests:
 * nothing is allocated for one.
 */
final class InFlight {
  private final Entry ends = new Ends();
  private boolean closed;

  /** A request in the list. */
  abstract static class Entry {
    private Entry before = this;
    private Entry after = this;

    /** Ends it without the application, which has stopped. */
    abstract void cutOff();

    /** Lets its connection end with the response. */
    abstract void endConnection();
  }

  /** The link before the first and after the last. */
  private static final class Ends extends Entry {
    @Override
    void cutOff() {
      throw new UnsupportedOperationException("not a request");
    }

    @Override
    void endConnection() {
      throw new UnsupportedOperationException("not a request");
    }
  }

  /**
   * Adds a request.
   *
   * @return false if no more are taken
   */
  synchronized boolean add(Entry request) {
    if (closed) {
      return false;
    }
    request.before = ends.before;
    request.after = ends;
    ends.before.after = request;
    ends.before = request;
    return true;
  }

  /** Removes a request; without effect if it is removed already. */
  synchronized void remove(Entry request) {
    request.before.after = request.after;
    request.after.before = request.before;
    request.before = request;
    request.after = request;
    if (closed && isEmpty()) {
      notifyAll();
    }
  }

  /** Takes no more. */
  synchronized void close() {
    closed = true;
  }

  synchronized boolean isEmpty() {
    return ends.after == ends;
  }

  /** Waits until all are answered, or for so long; or until the thread is interrupted. */
  synchronized void awaitEmpty(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (long left = limit.toNanos(); !isEmpty() && left > 0; left = end - System.nanoTime()) {
        wait(Math.max(1, left / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns a copy of the list. */
  synchronized List<Entry> all() {
    List<Entry> all = new ArrayList<>();
    for (Entry each = ends.after; each != ends; each = each.after) {
      all.add(each);
    }
    return all;
  }
}
