package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of a request, whatever stands before the container on a router. */
class RoutedContentTest extends OnRouter {
  /** What stands before the container on the router. */
  enum Before {
    BODY_HANDLER(router -> router.route().handler(BodyHandler.create())),
    PAUSED(paused(routing -> later(routing, false))),
    PAUSED_AND_RESUMED(paused(routing -> later(routing, true))),
    AUTHENTICATION(OnRouter::authenticate),
    AUTHENTICATION_AND_BODY_HANDLER(
        router -> {
          authenticate(router);
          router.route().handler(BodyHandler.create());
        }),
    OTHER_THREAD(paused(routing -> Thread.ofVirtual().start(routing::next))),
    WORKER_THREAD(
        router ->
            router.route().handler(BodyHandler.create()).blockingHandler(RoutingContext::next)),
    OTHER_EVENT_LOOP(
        paused(
            routing -> {
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

    private static Consumer<Router> paused(Consumer<RoutingContext> then) {
      return router ->
          router
              .route()
              .handler(
                  routing -> {
                    routing.request().pause();
                    then.accept(routing);
                  });
    }

    private static void later(RoutingContext routing, boolean resumed) {
      routing
          .vertx()
          .setTimer(
              10,
              timer -> {
                if (resumed) {
                  routing.request().resume();
                }
                routing.next();
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void contentIsReadWhateverStandsBefore(Before before) throws Exception {
    URI uri = listen(before.handlers);
    for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
      for (String method : List.of("length", "suspended")) {
        for (int length : List.of(0, 10, 10_000, 1_000_000)) {
          HttpResponse<String> response =
              send(
                  version,
                  authenticated(uri.resolve(method))
                      .POST(BodyPublishers.ofString("a".repeat(length))));
          assertThat(response.statusCode() + " " + response.body())
              .as("%s %s %d", version, method, length)
              .isEqualTo("200 " + length);
        }
        assertThat(send(version, authenticated(uri.resolve("uri"))).statusCode()).isEqualTo(200);
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
    assertThat(send(version, HttpRequest.newBuilder(uri.resolve("uri"))).statusCode())
        .isEqualTo(200);
  }
}
