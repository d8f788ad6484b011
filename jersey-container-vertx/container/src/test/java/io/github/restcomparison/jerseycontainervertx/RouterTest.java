package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.AllowForwardHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.CorsHandler;
import io.vertx.ext.web.handler.SessionHandler;
import io.vertx.ext.web.sstore.LocalSessionStore;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The container on a route of a user's own router, in servers of the user's own Vert.x. */
class RouterTest extends OnRouter {
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
  @ValueSource(strings = {"uri", "nothing", "failing", "broken"})
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
    HttpResponse<String> response =
        send(
            Version.HTTP_2,
            HttpRequest.newBuilder(uri.resolve(path)).header("Origin", "http://other.test"));
    assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
    if (response.statusCode() == 200) { // no session is kept for an error
      assertThat(response.headers().firstValue("Set-Cookie").orElse("")).startsWith("vertx-web");
    }
    assertThat(response.headers().firstValue("X-Before")).isEmpty();
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
      String response =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(response.split("\r\n\r\n", 2)[0])
          .containsIgnoringCase("Set-Cookie: vertx-web")
          .containsIgnoringCase("Connection: close")
          .doesNotContainIgnoringCase("keep-alive");
      assertThat(response.split("\r\n\r\n", 2)[1]).hasSize(2_000_000);
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
    HttpResponse<String> response = get(listen(router -> {}).resolve("injected"));
    assertThat(response.body()).isEqualTo("true");
    assertThat(response.headers().firstValue("X-Direct")).contains("/api/things/injected");
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
