package io.github.restcomparison.backend;

import io.vertx.core.Future;

/** Calls a back end from an event loop, which serves other requests until the response is there. */
@FunctionalInterface
public interface BackEndClient {
  /**
   * Returns the back end's response; a {@link java.util.concurrent.TimeoutException} if it is late,
   * or so many calls wait for a connection that it would be.
   */
  Future<String> ask();
}
