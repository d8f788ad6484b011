package io.github.restcomparison.jerseycdi;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.vertxserver.VertxService;
import jakarta.enterprise.inject.se.SeContainer;
import java.io.IOException;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Each request blocks a virtual thread. */
@Command(name = "jersey-cdi", description = "Jersey on Vert.x with CDI, validation and JSON.")
final class JerseyOnVertxService extends VertxService {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--container", paramLabel = "vertx")
  private String container = "vertx";

  private SeContainer beans;
  private VertxHttpContainer jersey;

  JerseyOnVertxService() {
    super(8085);
  }

  @Override
  protected StartedServer serve() throws IOException {
    beans = Beans.start(wait);
    try {
      ResourceConfig application =
          new ResourceConfig(Main.COMPONENTS)
              .property(ServerProperties.WADL_FEATURE_DISABLE, true)
              .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
              .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
      jersey = new VertxHttpContainer(application, "/myapp/");
      jersey.start();
      return onEventLoops(wait.longest(), vertx -> jersey);
    } catch (IOException | RuntimeException e) {
      beans.close();
      throw e;
    }
  }

  @Override
  protected void stopped() {
    jersey.stop();
    beans.close();
  }
}
