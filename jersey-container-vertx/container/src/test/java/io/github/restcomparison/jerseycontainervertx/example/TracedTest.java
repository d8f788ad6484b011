package io.github.restcomparison.jerseycontainervertx.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingPolicy;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map.Entry;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Vert.x traces the requests of its servers, and so those of the container. */
class TracedTest {
  private static final List<String> SPANS = new CopyOnWriteArrayList<>();

  private static Vertx vertx;
  private static HttpServer server;

  @BeforeAll
  static void start() {
    vertx = Vertx.builder().withTracer(options -> new Spans()).build();
    VertxHttpContainer container = new VertxHttpContainer(new ResourceConfig(Both.class), "/");
    container.start();
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setTracingPolicy(TracingPolicy.ALWAYS))
            .requestHandler(container)
            .listen(0, "localhost")
            .await();
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
  }

  /** A method of each kind. */
  @Path("both")
  public static class Both {
    /** On the event loop. */
    @GET
    @Path("loop")
    public void loop(@Suspended AsyncResponse response) {
      response.resume("loop");
    }

    /** On a virtual thread. */
    @GET
    @Path("thread")
    public String thread() {
      return "thread";
    }
  }

  /** Records each request's span, from its first byte to the last of its response. */
  private static final class Spans implements VertxTracer<String, Object> {
    @Override
    public <R> String receiveRequest(
        Context context,
        SpanKind kind,
        TracingPolicy policy,
        R request,
        String operation,
        Iterable<Entry<String, String>> headers,
        TagExtractor<R> tags) {
      return operation + " " + tags.extract(request).get("http.url").replaceAll(".*/", "");
    }

    @Override
    public <R> void sendResponse(
        Context context, R response, String span, Throwable failure, TagExtractor<R> tags) {
      SPANS.add(span);
    }

    @Override
    public <R> Object sendRequest(
        Context context,
        SpanKind kind,
        TracingPolicy policy,
        R request,
        String operation,
        BiConsumer<String, String> headers,
        TagExtractor<R> tags) {
      return null;
    }
  }

  @Test
  void everyRequestHasItsSpan() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String path : List.of("loop", "thread")) {
        URI uri = URI.create("http://localhost:%d/both/%s".formatted(server.actualPort(), path));
        HttpRequest get = HttpRequest.newBuilder(uri).build();
        assertThat(client.send(get, HttpResponse.BodyHandlers.ofString()).body()).isEqualTo(path);
      }
    }
    vertx.close().await(); // all that follows a response has happened then
    assertThat(SPANS).containsExactly("GET loop", "GET thread");
  }
}
