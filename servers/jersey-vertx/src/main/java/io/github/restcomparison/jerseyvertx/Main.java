package io.github.restcomparison.jerseyvertx;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.vertxserver.VertxService;
import io.vertx.core.Vertx;
import java.io.IOException;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jersey on Vert.x: a resource suspends on the event loop, or blocks a virtual thread. */
@Command(name = "jersey-vertx", description = "Jersey on the event loops of Vert.x.")
public final class Main extends VertxService {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--threads", paramLabel = "event-loop|virtual")
  private String threads = "event-loop";

  private VertxHttpContainer container;

  Main() {
    super(8084);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    return onEventLoops(wait.longest(), this::jersey);
  }

  private VertxHttpContainer jersey(Vertx vertx) {
    Object resource =
        threads.equals("virtual") ? new BlockingResource(wait) : new MyResource(vertx, wait);
    ResourceConfig application =
        new ResourceConfig()
            .register(resource)
            // What is registered is what runs: no discovery, no look-ups.
            .property(ServerProperties.WADL_FEATURE_DISABLE, true)
            .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
            .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
    container = new VertxHttpContainer(application, "/myapp/");
    container.start();
    return container;
  }

  @Override
  protected void stopped() {
    container.stop();
  }
}
