package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RequestCount;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.Workers;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/**
 * Jersey on Grizzly with its listener, its selectors and its workers set up by hand.
 *
 * <p>Selector threads read and parse; each request is then handed to a worker, which runs the
 * resource. What a worker is, and whether the resource blocks it, is up to the service.
 */
public final class JerseyServer implements RunningService {
  private static final int UNLIMITED = -1;

  /** Warns of every resource that is registered as an instance, and then uses it all the same. */
  private static final Logger PROVIDERS =
      Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

  static {
    PROVIDERS.setLevel(Level.SEVERE);
  }

  private final HttpServer server;
  private final URI uri;
  private final Map<String, String> configuration;
  private final RequestCount requests;
  private final Runnable afterDrain;

  private JerseyServer(
      HttpServer server,
      URI uri,
      Map<String, String> configuration,
      RequestCount requests,
      Runnable afterDrain) {
    this.server = server;
    this.uri = uri;
    this.configuration = configuration;
    this.requests = requests;
    this.afterDrain = afterDrain;
  }

  /**
   * Starts a server for one resource.
   *
   * @param components the one instance that answers all requests, and what else Jersey needs for it
   * @param workers the threads that run it
   * @param requests those that the resource has seen
   * @param afterDrain frees what the resource holds, once no request needs it
   * @throws IOException where the address cannot be bound; nothing is left running then
   */
  public static JerseyServer start(
      Endpoint endpoint,
      Set<Object> components,
      Workers workers,
      RequestCount requests,
      Runnable afterDrain)
      throws IOException {
    // Port 0 is no port of a URI that Jersey accepts; the listener below is bound by itself.
    URI base = endpoint.resource(Math.max(1, endpoint.port())).resolve("/myapp/");
    HttpServer server =
        GrizzlyHttpServerFactory.createHttpServer(base, application(components), false);
    server.removeListener("grizzly");
    NetworkListener listener = new NetworkListener("http", endpoint.host(), endpoint.port());
    server.addListener(listener);

    // By default Grizzly closes a connection after 256 requests or 30 s.
    listener.getKeepAlive().setMaxRequestsCount(UNLIMITED);
    listener.getKeepAlive().setIdleTimeoutInSeconds(UNLIMITED);
    TCPNIOTransport transport = listener.getTransport();
    transport.setServerConnectionBackLog(endpoint.backlog());
    switch (workers) {
      case Workers.Platform(int threads) ->
          transport.setWorkerThreadPoolConfig(
              ThreadPoolConfig.defaultConfig()
                  .setPoolName("worker")
                  // A core below the maximum would select a pool with one global lock.
                  .setCorePoolSize(threads)
                  .setMaxPoolSize(threads)
                  .setQueueLimit(UNLIMITED));
      case Workers.Virtual() -> transport.setWorkerThreadPool(virtualThreads());
    }
    try {
      server.start();
    } catch (IOException | RuntimeException e) {
      server.shutdownNow();
      afterDrain.run();
      throw e;
    }
    Map<String, String> configuration =
        Map.of(
            "selectors", Integer.toString(transport.getSelectorRunnersCount()),
            "ioStrategy", transport.getIOStrategy().getClass().getSimpleName(),
            "transport", "NIO",
            "keepAliveRequests", "unlimited",
            "keepAliveIdle", "unlimited");
    return new JerseyServer(
        server, endpoint.resource(listener.getPort()), configuration, requests, afterDrain);
  }

  private static ExecutorService virtualThreads() {
    return Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("worker-", 0).factory());
  }

  /** Nothing is looked up or added behind the reader's back: what is registered is what runs. */
  private static ResourceConfig application(Set<Object> components) {
    return new ResourceConfig()
        .registerInstances(components)
        .register(new HealthResource())
        .register(new DateFilter())
        .property(ServerProperties.WADL_FEATURE_DISABLE, true)
        .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
        .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
  }

  @Override
  public URI uri() {
    return uri;
  }

  @Override
  public Map<String, String> configuration() {
    return configuration;
  }

  @Override
  public RequestCount requests() {
    return requests;
  }

  @Override
  public void close() {
    try {
      server.shutdown(DRAIN_MS, TimeUnit.MILLISECONDS).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      // The grace is over or the drain failed: what is left is cut off below.
    } finally {
      server.shutdownNow();
      afterDrain.run();
    }
  }
}
