package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Asks a back end from an event loop, which serves other requests until the answer is there. */
public interface BackEndClient {
  /** The back end's answer; a failure where it has none, or not in time. */
  Future<String> ask();

  /** Makes the client of one event loop. */
  interface Factory {
    /**
     * @param vertx which closes the client when it is closed
     * @param eventLoops that share the connections, each with a pool of its own
     */
    BackEndClient of(Vertx vertx, Endpoint endpoint, BackEnd backEnd, int eventLoops);
  }
}
