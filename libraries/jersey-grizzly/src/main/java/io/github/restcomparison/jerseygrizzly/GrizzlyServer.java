package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.RunningService;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/** Grizzly with one listener and one handler. */
record GrizzlyServer(
    HttpServer server,
    NetworkListener listener,
    Endpoint endpoint,
    Requests requests,
    Runnable stopped)
    implements RunningService {
  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  static GrizzlyServer start(
      Endpoint endpoint,
      NetworkListener listener,
      ServiceHandler handler,
      Requests requests,
      Runnable stopped)
      throws IOException {
    HttpServer server = new HttpServer();
    server.addListener(listener);
    server
        .getServerConfiguration()
        .addHttpHandler(handler, HttpHandlerRegistration.builder().contextPath("/myapp").build());
    server
        .getServerConfiguration()
        .getMonitoringConfig()
        .getWebServerConfig()
        .addProbes(handler.probe());
    GrizzlyServer started = new GrizzlyServer(server, listener, endpoint, requests, stopped);
    try {
      server.start();
      return started;
    } catch (IOException | RuntimeException e) {
      started.stop();
      throw e;
    }
  }

  /**
   * Gives a transport its workers.
   *
   * @param threads of a pool with an unbounded queue; 0 for a virtual thread per request
   */
  static void setWorkers(TCPNIOTransport transport, int threads) {
    if (threads == 0) {
      // Read by the JDK when the first virtual thread starts. By default there is one per CPU,
      // which
      // a request that is ready then shares with Grizzly's selectors: jersey-sync/README.md.
      String carriers = Integer.toString(2 * Runtime.getRuntime().availableProcessors());
      if (System.getProperty(PARALLELISM) == null) {
        System.setProperty(PARALLELISM, carriers);
      }
      transport.setWorkerThreadPool(
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("worker-", 0).factory()));
    } else {
      transport.setWorkerThreadPoolConfig(
          ThreadPoolConfig.defaultConfig()
              .setPoolName("worker")
              // A core below the maximum would select a pool with one global lock.
              .setCorePoolSize(threads)
              .setMaxPoolSize(threads)
              .setQueueLimit(-1));
    }
  }

  @Override
  public URI uri() {
    return endpoint.resource(listener.getPort());
  }

  @Override
  public Map<String, String> configuration() {
    TCPNIOTransport transport = listener.getTransport();
    return Map.of(
        "selectors", Integer.toString(transport.getSelectorRunnersCount()),
        "ioStrategy", transport.getIOStrategy().getClass().getSimpleName(),
        "carriers", System.getProperty(PARALLELISM, "as many as CPUs"),
        "transport", "NIO",
        "keepAliveRequests", "unlimited");
  }

  /** Answers what is in flight, with the listener open: it would reset those in its queue. */
  @Override
  public void close() {
    requests.drain(DRAIN_MS);
    stop();
  }

  private void stop() {
    server.shutdownNow();
    ExecutorService workers = listener.getTransport().getWorkerThreadPool();
    if (workers != null) {
      workers.shutdownNow();
    }
    stopped.run();
  }
}
