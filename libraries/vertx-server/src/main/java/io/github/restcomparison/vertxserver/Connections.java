package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Limits;
import io.vertx.core.http.HttpConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections of one verticle: no more than the service may have, and none that is idle for too
 * long. Vert.x has an idle time-out of its own, which also cuts off who waits for an answer.
 */
final class Connections {
  private final Limits limits;
  private final Admission admission;
  private final AtomicInteger ofAllVerticles;
  private final Map<HttpConnection, Idle> open = new ConcurrentHashMap<>();

  /**
   * Since when a connection is idle, by {@link System#nanoTime}; how many requests it has, and how
   * many of them wait for the resource. Changed in the verticle's context only.
   */
  private static final class Idle {
    private volatile long since = System.nanoTime();
    private volatile int requests;
    private volatile boolean closing;
    private volatile int acquire;
  }

  /**
   * @param ofAllVerticles how many the service has
   */
  Connections(Limits limits, Admission admission, AtomicInteger ofAllVerticles) {
    this.limits = limits;
    this.admission = admission;
    this.ofAllVerticles = ofAllVerticles;
  }

  void opened(HttpConnection connection) {
    boolean tooMany = ofAllVerticles.incrementAndGet() > limits.connections();
    open.put(connection, new Idle());
    connection.closeHandler(
        closed -> {
          ofAllVerticles.decrementAndGet();
          Idle left = open.remove(connection);
          admission.release(left.acquire);
        });
    if (tooMany) {
      connection.close();
    }
  }

  /**
   * A request's head has been read.
   *
   * @return whether it is to be answered: none is behind the last one of a connection
   */
  boolean busy(HttpConnection connection) {
    Idle idle = open.get(connection);
    if (idle == null || idle.closing) {
      return false;
    }
    idle.requests++;
    return true;
  }

  /** A request is to wait for the resource; it counts from now on, whoever is to answer it. */
  void acquire(HttpConnection connection) {
    Idle idle = open.get(connection);
    if (idle != null) {
      idle.acquire++;
      admission.acquire();
    }
  }

  /** The response that is being written is the last one of its connection. */
  void last(HttpConnection connection) {
    Idle idle = open.get(connection);
    if (idle != null) {
      idle.closing = true;
    }
  }

  /**
   * A response has been written; a connection whose last one it was is closed.
   *
   * @param wasLetIn whether {@link #acquire} was called for it
   */
  void answered(HttpConnection connection, boolean wasLetIn) {
    Idle idle = open.get(connection);
    if (idle != null) {
      if (wasLetIn) {
        idle.acquire--;
        admission.release(1);
      }
      idle.requests--;
      idle.since = System.nanoTime();
      if (idle.closing) {
        connection.close();
      }
    }
  }

  /** Called now and then: closes those that have been idle for too long. */
  void sweep() {
    long now = System.nanoTime();
    open.forEach(
        (connection, idle) -> {
          if (idle.requests == 0 && now - idle.since > limits.idle().toNanos()) {
            connection.close();
          }
        });
  }
}
