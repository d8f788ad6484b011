package io.github.restcomparison.jakartaresttck;

import jakarta.ws.rs.core.Application;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.utils.Charsets;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.server.ContainerFactory;

/** A server of Grizzly, with a container for each path, as its factory would set it up. */
final class ServerOfGrizzly implements Server {
  private final HttpServer server = new HttpServer();
  private final NetworkListener listener = new NetworkListener("grizzly", HOST, 0);
  private final Map<String, GrizzlyHttpContainer> containers = new ConcurrentHashMap<>();

  ServerOfGrizzly() throws IOException {
    server.addListener(listener);
    server.getServerConfiguration().setPassTraceRequest(true);
    server.getServerConfiguration().setDefaultQueryEncoding(Charsets.UTF8_CHARSET);
    server.start();
  }

  @Override
  public int port() {
    return listener.getPort();
  }

  @Override
  public void add(String path, Application application) {
    GrizzlyHttpContainer container =
        ContainerFactory.createContainer(GrizzlyHttpContainer.class, application);
    String own = container.getApplicationHandler().getConfiguration().getApplicationPath();
    String below = own == null ? path : path + ("/" + own).replaceAll("/{2,}", "/");
    server
        .getServerConfiguration()
        .addHttpHandler(
            container,
            HttpHandlerRegistration.builder().contextPath(below).urlPattern("/*").build());
    containers.put(path, container);
  }

  @Override
  public void remove(String path) {
    GrizzlyHttpContainer container = containers.remove(path);
    if (container != null) {
      server.getServerConfiguration().removeHttpHandler(container);
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
