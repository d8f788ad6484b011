package io.github.restcomparison.jerseyvertxbookshop;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.StaticHandler;
import jakarta.enterprise.inject.se.SeContainer;
import org.glassfish.jersey.media.multipart.MultiPartFeature;
import org.glassfish.jersey.server.ResourceConfig;
import org.jboss.weld.environment.se.Weld;

/** A bookshop on one router of Vert.x: Jersey under {@code /api}, static files beside it. */
public final class Bookshop implements AutoCloseable {
  private static final int PORT = 8120;

  private final SeContainer beans = new Weld().skipShutdownHook().initialize();
  private final Vertx vertx = Vertx.vertx();
  private final VertxHttpContainer jersey =
      new VertxHttpContainer(
          new ResourceConfig(Books.class, Covers.class, News.class, MultiPartFeature.class),
          "/api/");
  private final HttpServer server;

  /** Starts it at a port, 0 for any free one. */
  Bookshop(int port) {
    jersey.start();
    Router router = Router.router(vertx);
    router.route("/api/*").handler(routing -> jersey.handle(routing.request()));
    router.route().handler(StaticHandler.create("web"));
    server = vertx.createHttpServer().requestHandler(router).listen(port, "localhost").await();
  }

  /** Runs it until SIGTERM. */
  public static void main(String... arguments) {
    Bookshop shop = new Bookshop(PORT);
    Runtime.getRuntime().addShutdownHook(new Thread(shop::close));
  }

  int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    vertx.close().await();
    jersey.stop();
    beans.close();
  }
}
