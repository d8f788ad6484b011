package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.auth.User;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BasicAuthHandler;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Consumer;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;

/** A container on a route of a router, in a server of a Vert.x that ends with the test. */
abstract class OnRouter {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** Receives and returns. */
  @Path("things")
  public static class Things {
    @POST
    @Path("length")
    public int length(String body) {
      return body.length();
    }

    @POST
    @Path("suspended")
    public void suspended(String body, @Suspended AsyncResponse response) {
      response.resume(Integer.toString(body.length()));
    }

    @POST
    @Path("form")
    public String form(@FormParam("a") String a, @FormParam("b") String b) {
      return a + b;
    }

    @GET
    @Path("large")
    public void large(@Suspended AsyncResponse response) {
      StreamingOutput stream = out -> out.write(new byte[2_000_000]);
      response.resume(stream);
    }

    @GET
    @Path("failing")
    public String failing() {
      throw new IllegalStateException("failing");
    }

    @GET
    @Path("broken")
    public Response broken() {
      return Response.ok("broken").header("X-Before", "a").header("X-Broken", "a\nb").build();
    }

    @GET
    @Path("uri")
    public String uri(@Context UriInfo uris, @Context SecurityContext security) {
      return uris.getRequestUri() + " " + security.isSecure();
    }

    @GET
    @Path("direct")
    public void direct(@Suspended AsyncResponse waiting, @Context HttpServerResponse response) {
      response.end("directly");
    }

    @GET
    @Path("injected")
    public String injected(
        @Context HttpServerRequest request,
        @Context HttpServerResponse response,
        @Context Vertx vertx) {
      response.putHeader("X-Direct", request.path());
      return Boolean.toString(vertx.isNativeTransportEnabled() || !vertx.isClustered());
    }
  }

  static VertxHttpContainer container() {
    VertxHttpContainer container = new VertxHttpContainer(new ResourceConfig(Things.class), "/api");
    container.start();
    return container;
  }

  final URI listen(Consumer<Router> before) {
    VertxHttpContainer container = container();
    Router router = Router.router(vertx);
    before.accept(router);
    router.route("/api/*").handler(routing -> container.handle(routing.request()));
    return uri(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
  }

  static URI uri(Future<HttpServer> server) {
    return URI.create("http://127.0.0.1:%d/api/things/".formatted(server.await().actualPort()));
  }

  static HttpResponse<String> send(Version version, HttpRequest.Builder request) throws Exception {
    Duration limit = Duration.ofSeconds(20);
    return CLIENT.send(request.version(version).timeout(limit).build(), BodyHandlers.ofString());
  }

  static HttpResponse<String> get(URI uri) throws Exception {
    return send(Version.HTTP_1_1, HttpRequest.newBuilder(uri));
  }

  static HttpResponse<String> post(Version version, URI uri, int length) throws Exception {
    return send(
        version, HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("a".repeat(length))));
  }

  /** Knows one user, after a while. */
  static void authenticate(Router router) {
    router
        .route()
        .handler(
            BasicAuthHandler.create(
                credentials -> {
                  User anna = User.fromName("anna");
                  return Vertx.currentContext().owner().timer(50).map(fired -> anna);
                }));
  }

  static HttpRequest.Builder authenticated(URI uri) {
    return HttpRequest.newBuilder(uri)
        .header(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString("anna:x".getBytes()));
  }
}
