package io.github.restcomparison.jakartaresttck;

import io.github.restcomparison.jerseycontainervertx.VertxWebServerProvider;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.core.Application;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerProvider;
import org.glassfish.jersey.server.spi.WebServer;
import org.glassfish.jersey.server.spi.WebServerProvider;

/**
 * Stands before the providers of both servers on the class path, and asks the one that these tests
 * run on: what starts by {@link SeBootstrap} says nothing of either.
 */
public final class ChosenWebServer implements WebServerProvider {
  private static WebServerProvider chosen() {
    return "vertx".equals(System.getProperty(Server.PROPERTY))
        ? new VertxWebServerProvider()
        : new GrizzlyHttpServerProvider();
  }

  @Override
  public <T extends WebServer> T createServer(
      Class<T> type, Application application, SeBootstrap.Configuration configuration) {
    return chosen().createServer(type, application, configuration);
  }

  @Override
  public <T extends WebServer> T createServer(
      Class<T> type,
      Class<? extends Application> application,
      SeBootstrap.Configuration configuration) {
    return chosen().createServer(type, application, configuration);
  }
}
