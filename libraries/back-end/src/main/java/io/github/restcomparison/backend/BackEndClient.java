package io.github.restcomparison.backend;

import io.vertx.core.Future;

/** Calls a back end from an event loop, which serves other requests until the answer is there. */
@FunctionalInterface
public interface BackEndClient {
  /**
   * Returns the back end's answer; a {@link java.util.concurrent.TimeoutException} if it is late.
   */
  Future<String> ask();
}
