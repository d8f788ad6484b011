package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authorization.RoleBasedAuthorization;
import io.vertx.ext.web.AllowForwardHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BasicAuthHandler;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.CorsHandler;
import io.vertx.ext.web.handler.SessionHandler;
import io.vertx.ext.web.sstore.LocalSessionStore;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The container on a route of a user's own router, in servers of the user's own Vert.x. */
class RouterTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Vertx vertx = Vertx.vertx();

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
      response.resume("a".repeat(2_000_000));
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
    @Path("user")
    public String user(@Context SecurityContext security) {
      return "%s %s %s %s"
          .formatted(
              security.getUserPrincipal() == null ? null : security.getUserPrincipal().getName(),
              security.getAuthenticationScheme(),
              security.isUserInRole("seller"),
              security.isUserInRole("owner"));
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

  private static VertxHttpContainer container() {
    VertxHttpContainer container = new VertxHttpContainer(new ResourceConfig(Things.class), "/api");
    container.start();
    return container;
  }

  private URI listen(Consumer<Router> before) {
    VertxHttpContainer container = container();
    Router router = Router.router(vertx);
    before.accept(router);
    router.route("/api/*").handler(routing -> container.handle(routing.request()));
    return uri(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
  }

  private static URI uri(Future<HttpServer> server) {
    return URI.create("http://127.0.0.1:%d/api/things/".formatted(server.await().actualPort()));
  }

  private static HttpResponse<String> send(Version version, HttpRequest.Builder request)
      throws Exception {
    Duration limit = Duration.ofSeconds(20);
    return CLIENT.send(request.version(version).timeout(limit).build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(URI uri) throws Exception {
    return send(Version.HTTP_1_1, HttpRequest.newBuilder(uri));
  }

  private static HttpResponse<String> post(Version version, URI uri, int length) throws Exception {
    return send(
        version, HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("a".repeat(length))));
  }

  /** What stands before the container on the router. */
  enum Before {
    BODY_HANDLER(router -> router.route().handler(BodyHandler.create())),
    PAUSED(router -> router.route().handler(routing -> later(routing, false))),
    PAUSED_AND_RESUMED(router -> router.route().handler(routing -> later(routing, true))),
    AUTHENTICATION(RouterTest::authenticate),
    AUTHENTICATION_AND_BODY_HANDLER(
        router -> {
          authenticate(router);
          router.route().handler(BodyHandler.create());
        }),
    OTHER_THREAD(
        router ->
            router
                .route()
                .handler(
                    routing -> {
                      routing.request().pause();
                      Thread.ofVirtual().start(routing::next);
                    })),
    WORKER_THREAD(
        router ->
            router.route().handler(BodyHandler.create()).blockingHandler(RoutingContext::next)),
    OTHER_EVENT_LOOP(
        router ->
            router
                .route()
                .handler(
                    routing -> {
                      routing.request().pause();
                      Deployable next =
                          context -> {
                            routing.next();
                            return Future.succeededFuture();
                          };
                      routing.vertx().deployVerticle(next);
                    }));

    private final Consumer<Router> handlers;

    Before(Consumer<Router> handlers) {
      this.handlers = handlers;
    }

    private static void later(RoutingContext routing, boolean resumed) {
      routing.request().pause();
      routing
          .vertx()
          .setTimer(
              50,
              timer -> {
                if (resumed) {
                  routing.request().resume();
                }
                routing.next();
              });
    }
  }

  /** Knows one user, after a while. */
  private static void authenticate(Router router) {
    router
        .route()
        .handler(
            BasicAuthHandler.create(
                credentials -> {
                  User anna = User.fromName("anna");
                  anna.authorizations()
                      .put("test", Set.of(RoleBasedAuthorization.create("seller")));
                  return Vertx.currentContext().owner().timer(50).map(fired -> anna);
                }));
  }

  private static HttpRequest.Builder authenticated(URI uri) {
    return HttpRequest.newBuilder(uri)
        .header(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString("anna:x".getBytes()));
  }

  @ParameterizedTest
  @EnumSource
  void contentIsReadWhateverStandsBefore(Before before) throws Exception {
    URI uri = listen(before.handlers);
    for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
      for (String method : List.of("length", "suspended")) {
        for (int length : List.of(0, 10, 10_000, 1_000_000)) {
          HttpResponse<String> answer =
              send(
                  version,
                  authenticated(uri.resolve(method))
                      .POST(BodyPublishers.ofString("a".repeat(length))));
          assertThat(answer.statusCode() + " " + answer.body())
              .as("%s %s %d", version, method, length)
              .isEqualTo("200 " + length);
        }
        assertThat(send(version, authenticated(uri.resolve("user"))).statusCode()).isEqualTo(200);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void formIsReadBehindABodyHandler(Version version) throws Exception {
    URI uri = listen(Before.BODY_HANDLER.handlers);
    HttpRequest.Builder form =
        HttpRequest.newBuilder(uri.resolve("form"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("a=1&b=%C3%A4"));
    assertThat(send(version, form).body()).isEqualTo("1ä");
  }

  private static HttpRequest.Builder formData(URI uri) {
    String content = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n";
    return HttpRequest.newBuilder(uri.resolve("length"))
        .header("Content-Type", "multipart/form-data; boundary=x")
        .POST(BodyPublishers.ofString(content));
  }

  /** Whatever the handler is set to; the log says what to do. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void formDataBehindABodyHandlerIs500(boolean preallocates) throws Exception {
    BodyHandler handler = BodyHandler.create(false).setPreallocateBodyBuffer(preallocates);
    URI uri = listen(router -> router.route().handler(handler));
    List<String> logged = new CopyOnWriteArrayList<>();
    Filter noting =
        log -> {
          logged.add(String.valueOf(log.getThrown().getMessage()));
          return false;
        };
    Logger logger = Logger.getLogger(ResponseWriter.class.getName());
    logger.setFilter(noting);
    try {
      for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
        assertThat(send(version, formData(uri)).statusCode()).isEqualTo(500);
      }
    } finally {
      logger.setFilter(null);
    }
    assertThat(logged).hasSize(2).allMatch(each -> each.contains("container's route before it"));
  }

  @Test
  void formDataIsReadByARouteBeforeTheBodyHandler() throws Exception {
    VertxHttpContainer container = container();
    Router router = Router.router(vertx);
    router.route("/api/*").handler(routing -> container.handle(routing.request()));
    router.route().handler(BodyHandler.create());
    URI uri = uri(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
    for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
      assertThat(send(version, formData(uri)).body()).isEqualTo("59");
    }
  }

  /** It is lost; an empty body in its place would be wrong. */
  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void contentThatAnotherHandlerHasReadIs500(Version version) throws Exception {
    Handler<RoutingContext> reader = routing -> routing.request().endHandler(end -> routing.next());
    URI uri = listen(router -> router.route().handler(reader));
    assertThat(post(version, uri.resolve("length"), 10).statusCode()).isEqualTo(500);
    assertThat(post(version, uri.resolve("length"), 0).body()).isEqualTo("0");
    assertThat(send(version, HttpRequest.newBuilder(uri.resolve("user"))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void userOfTheRouterIsTheUserOfTheApplication() throws Exception {
    assertThat(get(listen(router -> {}).resolve("user")).body()).isEqualTo("null null false false");
    URI uri = listen(RouterTest::authenticate);
    assertThat(get(uri.resolve("user")).statusCode()).isEqualTo(401);
    assertThat(send(Version.HTTP_1_1, authenticated(uri.resolve("user"))).body())
        .isEqualTo("anna BASIC true false");
  }

  @ParameterizedTest
  @CsvSource({"https, https, true", "'', http, false"})
  void forwardedFieldsThatTheRouterAllowsCount(String sent, String scheme, boolean secure)
      throws Exception {
    URI uri = listen(router -> router.allowForward(AllowForwardHeaders.X_FORWARD)).resolve("uri");
    assertThat(get(uri).body()).isEqualTo(uri + " false");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).header("X-Forwarded-Host", "outer.test:81");
    if (!sent.isEmpty()) {
      request.header("X-Forwarded-Proto", sent);
    }
    assertThat(send(Version.HTTP_1_1, request).body())
        .isEqualTo("%s://outer.test:81/api/things/uri %s".formatted(scheme, secure));
    assertThat(get(uri).body()).isEqualTo(uri + " false");
  }

  /** Sessions, cross-origin requests and access logs depend on it. */
  @ParameterizedTest
  @ValueSource(strings = {"user", "nothing", "failing", "broken"})
  void fieldsOfHandlersBeforeAreSent(String path) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    URI uri =
        listen(
            router ->
                router
                    .route()
                    .handler(SessionHandler.create(LocalSessionStore.create(vertx)))
                    .handler(CorsHandler.create().addOrigin("*"))
                    .handler(
                        routing -> {
                          routing.addEndHandler(end -> ended.countDown());
                          routing.next();
                        }));
    HttpResponse<String> answer =
        send(
            Version.HTTP_2,
            HttpRequest.newBuilder(uri.resolve(path)).header("Origin", "http://other.test"));
    assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
    if (answer.statusCode() == 200) { // no session is kept for an error
      assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).startsWith("vertx-web");
    }
    assertThat(answer.headers().firstValue("X-Before")).isEmpty();
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  /** The end of a stream of HTTP/1.0 is that of its connection. */
  @Test
  void fieldsOfHandlersBeforeAreSentWithAStreamToAnOldClient() throws Exception {
    URI uri =
        listen(
            router ->
                router.route().handler(SessionHandler.create(LocalSessionStore.create(vertx))));
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      String request = "GET /api/things/large HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer.split("\r\n\r\n", 2)[0])
          .containsIgnoringCase("Set-Cookie: vertx-web")
          .containsIgnoringCase("Connection: close")
          .doesNotContainIgnoringCase("keep-alive");
      assertThat(answer.split("\r\n\r\n", 2)[1]).hasSize(2_000_000);
    }
  }

  /** Those of the router are called too. */
  @Test
  void responseMayBeEndedWithoutJersey() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    URI uri =
        listen(
            router ->
                router
                    .route()
                    .handler(
                        routing -> {
                          routing.addBodyEndHandler(end -> ended.countDown());
                          routing.next();
                        }));
    assertThat(get(uri.resolve("direct")).body()).isEqualTo("directly");
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void requestThatIsReroutedHasItsNewTarget() throws Exception {
    URI uri =
        listen(
            router ->
                router
                    .route("/old")
                    .handler(routing -> routing.reroute(HttpMethod.GET, "/api/things/uri?a=b")));
    assertThat(get(uri.resolve("/old")).body()).isEqualTo(uri.resolve("uri?a=b") + " false");
  }

  @Test
  void containerIsOnASubRouter() throws Exception {
    VertxHttpContainer container = container();
    Router sub = Router.router(vertx);
    sub.route().handler(routing -> container.handle(routing.request()));
    Router router = Router.router(vertx);
    router.route("/api/*").subRouter(sub);
    URI uri = uri(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
    assertThat(get(uri.resolve("uri")).body()).isEqualTo(uri.resolve("uri") + " false");
  }

  @Test
  void requestResponseAndVertxAreInjected() throws Exception {
    HttpResponse<String> answer = get(listen(router -> {}).resolve("injected"));
    assertThat(answer.body()).isEqualTo("true");
    assertThat(answer.headers().firstValue("X-Direct")).contains("/api/things/injected");
  }

  /** In a verticle, the server is its own, whatever its threads are. */
  @ParameterizedTest
  @CsvSource({"EVENT_LOOP", "WORKER", "VIRTUAL_THREAD"})
  void serverIsThatOfAVerticle(ThreadingModel threads) throws Exception {
    VertxHttpContainer container = container();
    Promise<HttpServer> server = Promise.promise();
    vertx
        .deployVerticle(
            () ->
                context ->
                    vertx
                        .createHttpServer()
                        .requestHandler(container)
                        .listen(0, "127.0.0.1")
                        .onSuccess(server::tryComplete),
            new DeploymentOptions().setThreadingModel(threads).setInstances(1))
        .await();
    URI uri = uri(server.future());
    for (int length : List.of(0, 10, 10_000, 1_000_000)) {
      assertThat(post(Version.HTTP_1_1, uri.resolve("length"), length).body())
          .isEqualTo("" + length);
    }
    assertThat(get(uri.resolve("large")).body()).hasSize(2_000_000);
  }
}
