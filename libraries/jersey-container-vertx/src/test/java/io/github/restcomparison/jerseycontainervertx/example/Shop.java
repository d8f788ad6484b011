package io.github.restcomparison.jerseycontainervertx.example;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.StaticHandler;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import org.glassfish.jersey.media.multipart.FormDataContentDisposition;
import org.glassfish.jersey.media.multipart.FormDataParam;
import org.glassfish.jersey.media.multipart.MultiPartFeature;
import org.glassfish.jersey.server.ResourceConfig;

/** A shop on one router of Vert.x: orders by Jersey below {@code /api}, and files beside it. */
public final class Shop {
  private Shop() {}

  /** Serves it at a port. */
  public static Future<HttpServer> start(Vertx vertx, int port) {
    VertxHttpContainer orders =
        new VertxHttpContainer(new ResourceConfig(Orders.class, MultiPartFeature.class), "/api");
    orders.start();
    Router router = Router.router(vertx);
    router.route("/api/*").handler(routing -> orders.handle(routing.request()));
    router.route().handler(StaticHandler.create("shop"));
    return vertx.createHttpServer().requestHandler(router).listen(port, "localhost");
  }

  /** What is ordered. */
  @Path("orders")
  public static class Orders {
    @Context private Vertx vertx;

    /** On the event loop: it asks for something that takes its time, and returns. */
    @GET
    @Path("{id}")
    @Produces(MediaType.TEXT_PLAIN)
    public void order(@PathParam("id") long id, @Suspended AsyncResponse response) {
      vertx.setTimer(10, fired -> response.resume("order " + id));
    }

    /** On the event loop: events are sent as they come. */
    @GET
    @Path("{id}/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@PathParam("id") long id, @Context SseEventSink sink, @Context Sse sse)
        throws IOException {
      try (sink) {
        Stream.of("paid", "packed", "sent").map(sse::newEvent).forEach(sink::send);
      }
    }

    /** On a virtual thread, which waits for what the client sends. */
    @POST
    @Path("{id}/bill")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public String bill(
        @FormDataParam("file") InputStream content,
        @FormDataParam("file") FormDataContentDisposition file)
        throws IOException {
      return "%s: %d bytes".formatted(file.getFileName(), content.readAllBytes().length);
    }
  }
}
