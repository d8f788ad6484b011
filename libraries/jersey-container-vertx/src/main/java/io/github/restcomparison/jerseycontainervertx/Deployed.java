package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.Container;

/** An application that is served, what was found out about it, and its requests that wait. */
final class Deployed {
  private final ResourceConfig asked;
  private final ApplicationHandler handler;
  private final VertxContainerProperties.Values properties;
  private final LoopWatch watch;
  private final boolean startMayWait;
  private final boolean respondingMayWait;
  private final Set<ResponseWriter> suspended = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;

  /**
   * Deploys it.
   *
   * @throws RuntimeException where it cannot be
   */
  Deployed(ResourceConfig asked) {
    this.asked = asked;
    this.properties = VertxContainerProperties.Values.of(asked);
    this.watch = new LoopWatch(properties.blockedMs());
    BlockingMethods blockingMethods = new BlockingMethods();
    try {
      handler =
          new ApplicationHandler(
              new ResourceConfig(asked).register(VirtualThreads.class).register(blockingMethods),
              new VertxBinder(watch));
    } catch (RuntimeException e) {
      watch.close();
      throw e;
    }
    this.respondingMayWait = Threads.mayWaitAroundResources(handler.getConfiguration());
    this.startMayWait = respondingMayWait || blockingMethods.matchingMayWait();
  }

  /** As whoever deployed it has configured it. */
  ResourceConfig asked() {
    return asked;
  }

  ApplicationHandler handler() {
    return handler;
  }

  VertxContainerProperties.Values properties() {
    return properties;
  }

  /** Whether nothing of a request may be processed on the event loop. */
  boolean startMayWait() {
    return startMayWait;
  }

  /** Whether no response may be written there. */
  boolean respondingMayWait() {
    return respondingMayWait;
  }

  void suspended(ResponseWriter request) {
    suspended.add(request);
    if (ended) {
      request.cutOff();
    }
  }

  void answered(ResponseWriter request) {
    suspended.remove(request);
  }

  /** Ends it; whoever still waits could not be answered by it any more, and is told so. */
  void end(Container container) {
    handler.onShutdown(container);
    watch.close();
    ended = true;
    suspended.forEach(ResponseWriter::cutOff);
  }
}
