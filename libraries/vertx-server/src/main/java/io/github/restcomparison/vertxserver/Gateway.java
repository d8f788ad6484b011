package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Downstream;
import io.github.restcomparison.servicekit.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** What an event loop asks a back end by; it goes on with others until the answer is there. */
public interface Gateway {
  /** The back end's answer; a failure where it has none, or not in time. */
  Future<String> ask();

  /** Makes the one of an event loop. */
  interface Factory {
    /**
     * @param vertx whose end is the gateway's end too
     * @param eventLoops that share the connections, each with a pool of its own
     */
    Gateway of(Vertx vertx, Endpoint endpoint, Downstream downstream, int eventLoops);
  }
}
