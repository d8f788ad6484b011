package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.jerseyresources.HealthResource;
import io.github.restcomparison.jerseyresources.ServiceConfig;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.KeepAlive;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.RoundRobinConnectionDistributor;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/**
 * Jersey on Grizzly with its listener, its selectors and its workers set up by hand.
 *
 * <p>Selector threads read and parse; each request is then handed to a worker, which runs the
 * resource. What a worker is, and whether the resource blocks it, is up to the service.
 */
public final class JerseyServer implements RunningService {
  private static final int UNLIMITED = -1;

  /** Logs a stack trace for what a client sends after its request has been refused. */
  private static final Logger FILTERS = Logger.getLogger("org.glassfish.grizzly.filterchain");

  static {
    FILTERS.setLevel(Level.SEVERE);
  }

  private final HttpServer server;
  private final NetworkListener listener;
  private final Endpoint endpoint;
  private final Application application;
  private final Admission admission;
  private final Connections connections;

  /**
   * What a server serves.
   *
   * @param components what answers all requests, and what Jersey needs beside it: objects, or
   *     classes that Jersey makes objects of
   * @param workers the threads that run it
   * @param blocks whether a request that waits holds one of them
   * @param requests counts those of the resource
   * @param metrics of the service, where it publishes them
   * @param close releases what the resource holds, once no request needs it
   */
  public record Application(
      Set<Object> components,
      Workers workers,
      boolean blocks,
      RequestCount requests,
      Optional<ServiceMetrics> metrics,
      Runnable close) {

    /** One that publishes metrics as {@code METRICS} says. */
    public Application(
        Settings settings,
        Set<Object> components,
        Workers workers,
        boolean blocks,
        RequestCount requests,
        Runnable close) {
      this(components, workers, blocks, requests, ServiceMetrics.of(settings, requests), close);
    }

    /** Whether requests wait in a pool that all of them share. */
    boolean pooled() {
      return blocks && workers instanceof Workers.Platform;
    }
  }

  private JerseyServer(
      HttpServer server,
      NetworkListener listener,
      Endpoint endpoint,
      Application application,
      Admission admission,
      Connections connections) {
    this.server = server;
    this.listener = listener;
    this.endpoint = endpoint;
    this.application = application;
    this.admission = admission;
    this.connections = connections;
  }

  /**
   * Starts a server.
   *
   * @throws IOException where the address cannot be bound; nothing is left running then
   */
  public static JerseyServer start(Endpoint endpoint, Limits limits, Application application)
      throws IOException {
    // Requests wait for a worker where a pool is blocked, and for the back end in other models.
    OptionalInt forWorkers = application.pooled() ? limits.waiting() : OptionalInt.empty();
    OptionalInt forBackEnd = application.pooled() ? OptionalInt.empty() : limits.waiting();
    Admission admission = new Admission(forBackEnd, application.requests);
    // Port 0 is no port of a URI that Jersey accepts; the listener below is bound by itself.
    URI base = endpoint.resource(Math.max(1, endpoint.port())).resolve("/myapp/");
    if (application.pooled()) {
      application.metrics.ifPresent(metrics -> metrics.showWorkers(application.workers));
    }
    ResourceConfig config = config(application, admission);
    if (forBackEnd.isPresent()) {
      config.register(new ConcurrencyLimitFilter(admission));
    }
    HttpServer server = GrizzlyHttpServerFactory.createHttpServer(base, config, false);
    server.removeListener("grizzly");
    NetworkListener listener = new NetworkListener("http", endpoint.host(), endpoint.port());
    server.addListener(listener);

    KeepAlive keepAlive = listener.getKeepAlive();
    // By default Grizzly closes a connection after 256 requests or 30 s.
    keepAlive.setMaxRequestsCount(UNLIMITED);
    // From the last answer, or from its opening, to the end of the next request's head.
    keepAlive.setIdleTimeoutInSeconds(Math.ceilDiv((int) limits.idle().toMillis(), 1_000));
    TCPNIOTransport transport = listener.getTransport();
    Connections connections = new Connections(limits.connections(), transport);
    listener.registerAddOn((same, chain) -> insert(same, chain, limits, admission));
    transport.getConnectionMonitoringConfig().addProbes(connections);
    // A selector accepts one connection per iteration, and reads from all of its others in between:
    // without a selector of its own for accepting, clients wait seconds for a busy one.
    transport.setNIOChannelDistributor(new RoundRobinConnectionDistributor(transport, true, true));
    transport.setServerConnectionBackLog(endpoint.backlog());
    WorkerPool.into(transport, application.workers, forWorkers);
    JerseyServer started =
        new JerseyServer(server, listener, endpoint, application, admission, connections);
    try {
      server.start();
      return started;
    } catch (IOException | RuntimeException e) {
      started.stop();
      throw e;
    }
  }

  private static void insert(
      NetworkListener listener, FilterChainBuilder chain, Limits limits, Admission admission) {
    chain.set(
        chain.indexOfType(HttpServerFilter.class),
        new StrictCodec(limits, listener.getKeepAlive()));
    chain.add(
        chain.indexOfType(org.glassfish.grizzly.http.server.HttpServerFilter.class),
        new OverloadFilter(admission, listener.getTransport()));
  }

  private static ResourceConfig config(Application application, Admission admission) {
    return ServiceConfig.of(application.components, application.metrics)
        .register(new HealthResource())
        .register(new AnswerHeaders(admission));
  }

  @Override
  public URI uri() {
    return endpoint.resource(listener.getPort());
  }

  @Override
  public Map<String, String> configuration() {
    TCPNIOTransport transport = listener.getTransport();
    return Map.of(
        "selectors",
        Integer.toString(transport.getSelectorRunnersCount()),
        "ioStrategy",
        transport.getIOStrategy().getClass().getSimpleName(),
        "transport",
        "NIO",
        "keepAliveRequests",
        "unlimited");
  }

  @Override
  public RequestCount requests() {
    return application.requests;
  }

  /**
   * Grizzly's own drain ends as soon as no request is being answered, even if some are left in the
   * workers' queue. So those are answered first, and those in the kernel's queue are refused.
   */
  @Override
  public void close() {
    admission.refuseAll();
    long start = System.nanoTime();
    connections.awaitNoneWaiting(DRAIN_MS / 2);
    listener.getTransport().unbindAll();
    int taken = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    admission.drain(DRAIN_MS - taken, connections::awaitTurn);
    stop();
  }

  private void stop() {
    server.shutdownNow();
    ExecutorService workers = listener.getTransport().getWorkerThreadPool();
    if (workers != null) {
      workers.shutdownNow();
    }
    application.metrics.ifPresent(ServiceMetrics::close);
    application.close.run();
  }
}
