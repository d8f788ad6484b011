package io.github.restcomparison.vertxjersey;

import com.englishtown.vertx.hk2.HK2JerseyBinder;
import com.englishtown.vertx.hk2.HK2VertxBinder;
import com.englishtown.vertx.jersey.ApplicationConfigurator;
import com.englishtown.vertx.jersey.JerseyServer;
import com.englishtown.vertx.jersey.impl.DefaultJerseyOptions;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Wait;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.api.ServiceLocatorFactory;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.server.ServerProperties;

/** One event loop with a Jersey application of its own. */
final class JerseyOnVertx extends AbstractVerticle {
  private final Endpoint endpoint;
  private final Wait wait;
  private final int port;
  private final Requests requests;
  private JerseyServer server;

  /**
   * @param port that all of them share, not 0
   */
  JerseyOnVertx(Endpoint endpoint, Wait wait, int port, Requests requests) {
    this.endpoint = endpoint;
    this.wait = wait;
    this.port = port;
    this.requests = requests;
  }

  @Override
  public void start(Future<Void> started) {
    MyResource resource = new MyResource(vertx, wait, requests);
    ApplicationConfigurator application =
        config ->
            config
                .register(resource)
                .register(new DateField(vertx))
                // It would need a library that JDKs of its time had.
                .property(ServerProperties.WADL_FEATURE_DISABLE, true);
    ServiceLocator locator = ServiceLocatorFactory.getInstance().create(null);
    ServiceLocatorUtilities.bind(
        locator,
        new HK2JerseyBinder(),
        new HK2VertxBinder(vertx),
        new AbstractBinder() {
          @Override
          protected void configure() {
            bind(application).to(ApplicationConfigurator.class);
          }
        });
    server = locator.getService(JerseyServer.class);
    DefaultJerseyOptions options =
        new DefaultJerseyOptions(
            new JsonObject()
                .put(DefaultJerseyOptions.CONFIG_HOST, endpoint.host())
                .put(DefaultJerseyOptions.CONFIG_PORT, port)
                .put(DefaultJerseyOptions.CONFIG_BACKLOG_SIZE, endpoint.backlog())
                .put(DefaultJerseyOptions.CONFIG_BASE_PATH, "/myapp/")
                .put(
                    DefaultJerseyOptions.CONFIG_COMPONENTS,
                    new JsonArray().add(HealthResource.class.getName())));
    server.start(
        options,
        options,
        listening -> {
          if (listening.succeeded()) {
            started.complete();
          } else {
            started.fail(listening.cause());
          }
        });
  }
}
