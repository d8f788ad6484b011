package io.github.restcomparison.jakartaresttck;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.Application;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A server of Vert.x, whose requests go to the container of the first part of their path. */
final class ServerOfVertx implements Server {
  private final Vertx vertx = Vertx.vertx();
  private final Map<String, VertxHttpContainer> containers = new ConcurrentHashMap<>();
  private final HttpServer server =
      vertx.createHttpServer().requestHandler(this::handle).listen(0, HOST).await();

  private void handle(HttpServerRequest request) {
    String path = request.path();
    for (Map.Entry<String, VertxHttpContainer> each : containers.entrySet()) {
      if (path.equals(each.getKey()) || path.startsWith(each.getKey() + "/")) {
        each.getValue().handle(request);
        return;
      }
    }
    request.response().setStatusCode(404).end();
  }

  @Override
  public int port() {
    return server.actualPort();
  }

  @Override
  public void add(String path, Application application) {
    VertxHttpContainer container = new VertxHttpContainer(application, path);
    container.start();
    containers.put(path, container);
  }

  @Override
  public void remove(String path) {
    VertxHttpContainer container = containers.remove(path);
    if (container != null) {
      container.stop();
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
