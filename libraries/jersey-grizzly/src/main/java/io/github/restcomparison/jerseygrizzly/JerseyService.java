package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.ConnectionLimits;
import io.github.restcomparison.servicekit.Metrics;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Workers;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.ServerConfiguration;
import org.glassfish.grizzly.nio.RoundRobinConnectionDistributor;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import picocli.CommandLine.Mixin;

/**
 * A service with Jersey on Grizzly. Selector threads read and parse; each request is then handed to
 * a worker, which calls the resource. What a worker is, and whether the resource blocks it, is up
 * to the service.
 */
public abstract class JerseyService extends Service {
  private static final int UNLIMITED = -1;
  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  @Mixin private final ConnectionLimits limits = new ConnectionLimits();
  @Mixin private final Requests requests = new Requests();
  @Mixin private final Metrics metrics = new Metrics();

  /**
   * @param port the default of {@code --port}
   */
  protected JerseyService(int port) {
    super(port);
  }

  /**
   * Serves resources that block their worker while a request waits.
   *
   * @param resources objects, or classes that Jersey makes objects of
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final StartedServer blocking(Workers workers, Object... resources) throws IOException {
    return suspending(workers.threads(), workers.threads(), resources);
  }

  /**
   * Serves resources that give their worker back while a request waits.
   *
   * @param workers threads of the pool; 0 for a virtual thread per request
   * @param holding threads of others that a waiting request holds one of; 0 for none
   * @param resources as for {@link #blocking}
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final StartedServer suspending(int workers, int holding, Object... resources)
      throws IOException {
    metrics.show(requests.holding(holding), holding);
    ServiceHandler handler = new ServiceHandler(application(resources), requests, metrics);
    NetworkListener listener = listener(workers);
    HttpServer server = new HttpServer();
    server.addListener(listener);
    ServerConfiguration configuration = server.getServerConfiguration();
    configuration.addHttpHandler(
        handler, HttpHandlerRegistration.builder().contextPath("/myapp").build());
    configuration.getMonitoringConfig().getWebServerConfig().addProbes(handler.probe());
    Running running = new Running(server, listener);
    try {
      server.start();
      return running;
    } catch (IOException | RuntimeException e) {
      running.stop();
      throw e;
    }
  }

  /** Without discovery and look-ups: what is registered is what runs. */
  private ResourceConfig application(Object... resources) {
    ResourceConfig application =
        new ResourceConfig()
            .property(ServerProperties.WADL_FEATURE_DISABLE, true)
            .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
            .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
    for (Object resource : resources) {
      if (resource instanceof Class<?> type) {
        application.register(type);
      } else {
        application.register(resource);
      }
    }
    ContainerResponseFilter drain =
        (request, response) -> {
          if (requests.draining()) {
            response.getHeaders().putSingle("Connection", "close");
          }
        };
    return application.register(drain);
  }

  private NetworkListener listener(int workers) {
    NetworkListener listener = new NetworkListener("http", endpoint.host(), endpoint.port());
    listener.setMaxHttpHeaderSize(limits.headBytes());
    // By default Grizzly closes a connection after 256 requests or 30 s.
    listener.getKeepAlive().setMaxRequestsCount(UNLIMITED);
    listener.getKeepAlive().setIdleTimeoutInSeconds((int) limits.idle().toSeconds());
    TCPNIOTransport transport = listener.getTransport();
    // A selector accepts one connection per iteration, and reads from all of its others in between:
    // without a selector of its own for accepting, clients wait seconds for a busy one.
    transport.setNIOChannelDistributor(new RoundRobinConnectionDistributor(transport, true, true));
    transport.setServerConnectionBackLog(endpoint.backlog());
    if (workers > 0) {
      transport.setWorkerThreadPoolConfig(
          ThreadPoolConfig.defaultConfig()
              .setPoolName("worker")
              // A core below the maximum would select a pool with one global lock.
              .setCorePoolSize(workers)
              .setMaxPoolSize(workers)
              .setQueueLimit(UNLIMITED));
    } else {
      // Read by the JDK when the first virtual thread starts. One per CPU, its default, would share
      // the CPUs with Grizzly's selectors: jersey-sync/README.md has figures.
      if (System.getProperty(PARALLELISM) == null) {
        int carriers = 2 * Runtime.getRuntime().availableProcessors();
        System.setProperty(PARALLELISM, Integer.toString(carriers));
      }
      transport.setWorkerThreadPool(
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("worker-", 0).factory()));
    }
    return listener;
  }

  private final class Running implements StartedServer {
    private final HttpServer server;
    private final NetworkListener listener;

    private Running(HttpServer server, NetworkListener listener) {
      this.server = server;
      this.listener = listener;
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

    @Override
    public Requests requests() {
      return requests;
    }

    /** Completes what is in flight, with the listener open: it would reset those in its queue. */
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
      release();
      metrics.close();
    }
  }
}
