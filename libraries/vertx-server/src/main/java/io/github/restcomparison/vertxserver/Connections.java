package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Limits;
import io.vertx.core.http.HttpConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections of one verticle: closes those beyond the service's limit, and those that have
 * been idle for too long. Vert.x's own idle time-out would also close connections whose request
 * waits for its answer.
 */
final class Connections {
  private final Limits limits;
  private final Admission admission;
  private final AtomicInteger ofAllVerticles;
  private final Map<HttpConnection, State> open = new ConcurrentHashMap<>();

  /** Of one connection. Changed in the verticle's context only. */
  private static final class State {
    /** Since when it is idle, by {@link System#nanoTime}. */
    private volatile long idleSince = System.nanoTime();

    /** Requests that are not answered yet. */
    private volatile int requests;

    /** Those of them that hold a place of the admission. */
    private volatile int places;

    private volatile boolean closing;
  }

  /**
   * @param ofAllVerticles the number of open connections of the whole service
   */
  Connections(Limits limits, Admission admission, AtomicInteger ofAllVerticles) {
    this.limits = limits;
    this.admission = admission;
    this.ofAllVerticles = ofAllVerticles;
  }

  void opened(HttpConnection connection) {
    boolean tooMany = ofAllVerticles.incrementAndGet() > limits.connections();
    open.put(connection, new State());
    connection.closeHandler(
        closed -> {
          ofAllVerticles.decrementAndGet();
          admission.release(open.remove(connection).places);
        });
    if (tooMany) {
      connection.close();
    }
  }

  /**
   * A request's head has been read.
   *
   * @return whether to answer it: nothing that follows the last request of a connection is answered
   */
  boolean requested(HttpConnection connection) {
    State state = open.get(connection);
    if (state == null || state.closing) {
      return false;
    }
    state.requests++;
    return true;
  }

  /** Takes a place for a request that is to wait for the resource, until it is answered. */
  void acquire(HttpConnection connection) {
    State state = open.get(connection);
    if (state != null) {
      state.places++;
      admission.acquire();
    }
  }

  /** The response that is being written is the last one on its connection. */
  void last(HttpConnection connection) {
    State state = open.get(connection);
    if (state != null) {
      state.closing = true;
    }
  }

  /**
   * A response has been written; if it was the last one on its connection, closes that.
   *
   * @param acquired whether {@link #acquire} was called for its request
   */
  void answered(HttpConnection connection, boolean acquired) {
    State state = open.get(connection);
    if (state != null) {
      if (acquired) {
        state.places--;
        admission.release(1);
      }
      state.requests--;
      state.idleSince = System.nanoTime();
      if (state.closing) {
        connection.close();
      }
    }
  }

  /** Closes those that have been idle for too long; called periodically. */
  void sweep() {
    long now = System.nanoTime();
    open.forEach(
        (connection, state) -> {
          if (state.requests == 0 && now - state.idleSince > limits.idle().toNanos()) {
            connection.close();
          }
        });
  }
}
