package io.github.restcomparison.jerseyvertxbackend;

import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.backend.HttpBackEndClient;
import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.vertxserver.VertxService;
import io.vertx.core.Vertx;
import java.io.IOException;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Jersey on Vert.x: the event loop that has matched a request calls the back end over HTTP. */
@Command(
    name = "jersey-vertx-back-end",
    description = "Jersey on Vert.x, which calls a back end over HTTP.")
public final class Main extends VertxService {
  @Mixin private final BackEndOptions backEnd = new BackEndOptions();

  private VertxHttpContainer container;

  Main() {
    super(8089);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    backEnd.requireHttp("jersey-back-end and vertx-sql query a database");
    backEnd.uri();
    return onEventLoops(backEnd.timeout(), this::jersey);
  }

  private VertxHttpContainer jersey(Vertx vertx) {
    HttpBackEndClient client = new HttpBackEndClient(vertx, backEnd);
    ResourceConfig application =
        new ResourceConfig()
            .register(new BackEndResource(client))
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
