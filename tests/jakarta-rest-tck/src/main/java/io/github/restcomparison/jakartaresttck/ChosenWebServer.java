package io.github.restcomparison.jakartaresttck;

import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.core.Application;
import org.glassfish.jersey.server.spi.WebServer;
import org.glassfish.jersey.server.spi.WebServerProvider;

/**
 * Selects one of the containers on the class path for {@link SeBootstrap}: the one whose {@link
 * WebServerProvider} the system property {@code tck.provider} names. It precedes the providers of
 * the containers because its module is first on the class path.
 */
public final class ChosenWebServer implements WebServerProvider {
  private static WebServerProvider chosen() {
    String name = System.getProperty("tck.provider", "none");
    try {
      return Class.forName(name).asSubclass(WebServerProvider.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "tck.provider: '%s' is not a WebServerProvider".formatted(name), e);
    }
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
