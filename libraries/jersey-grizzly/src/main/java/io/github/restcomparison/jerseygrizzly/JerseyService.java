package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.Metrics;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.RoundRobinConnectionDistributor;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
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

  /** Warns of every resource that is registered as an instance, and uses it all the same. */
  private static final Logger PROVIDERS =
      Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

  static {
    PROVIDERS.setLevel(Level.SEVERE);
  }

  @Mixin private final Limits limits = new Limits();
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
  protected final RunningService blocking(Workers workers, Object... resources) throws IOException {
    return serve(workers.threads(), workers.threads(), resources);
  }

  /**
   * Serves resources that give their worker back while a request waits.
   *
   * @param dispatchers workers, 1 or more
   * @param holding threads of others that a waiting request holds one of; 0 for none
   * @param resources as for {@link #blocking}
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final RunningService suspending(int dispatchers, int holding, Object... resources)
      throws IOException {
    return serve(dispatchers, holding, resources);
  }

  private RunningService serve(int workers, int holding, Object... resources) throws IOException {
    metrics.show(requests.holding(holding), holding);
    ResourceConfig application = application(resources).register(new DrainFilter(requests));
    ServiceHandler handler = new ServiceHandler(application, requests, metrics);
    return GrizzlyServer.start(
        endpoint,
        listener(workers),
        handler,
        requests,
        () -> {
          release();
          metrics.close();
        });
  }

  /** Without discovery and look-ups: what is registered is what runs. */
  private static ResourceConfig application(Object... resources) {
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
    return application;
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
    GrizzlyServer.setWorkers(transport, workers);
    return listener;
  }
}
