package io.github.restcomparison.jerseycontainervertx;

import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.LOOP;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.THREAD;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.thread;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.ServerWebSocket;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.inject.hk2.AbstractBinder;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What applications bind, wrap or do without Jersey. */
class PartsTest {
  private VertxHttpServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** Has methods of each kind. */
  @Path("methods")
  public static class Methods {
    @GET
    @Path("stage")
    public CompletionStage<String> stage() {
      return CompletableFuture.supplyAsync(() -> "later").thenApply(text -> text);
    }

    @GET
    @Path("thread")
    public CompletionStage<String> stageThread() {
      return CompletableFuture.completedFuture(thread());
    }

    @GET
    @Path("blocking-stage")
    @Blocking
    public CompletionStage<String> blockingStage() {
      String thread = thread();
      return CompletableFuture.supplyAsync(
          () -> thread, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
    }

    @GET
    @Path("returned")
    public String returned() {
      return thread();
    }

    @GET
    @Path("nothing")
    public void nothing() {}

    @GET
    @Path("encoded/{text}")
    @Encoded
    public String encoded(@PathParam("text") String text) {
      return text;
    }

    @GET
    @Path("suspended")
    public void suspended(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@Context SseEventSink sink, @Context Sse events) {
      sink.send(events.newEvent(thread()))
          .thenCompose(sent -> sink.send(events.newEvent("second")))
          .whenComplete((sent, error) -> close(sink));
    }

    private static void close(SseEventSink sink) {
      try {
        sink.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @GET
    @Path("path/{text}")
    public String path(@PathParam("text") String text, @QueryParam("q") String query) {
      return text + " " + query;
    }
  }

  /** A filter, an interceptor and a mapper that only a binder binds. */
  public static class Bound
      implements ContainerRequestFilter, WriterInterceptor, ExceptionMapper<ArithmeticException> {
    @Override
    public void filter(ContainerRequestContext request) {
      request.setProperty("filter", thread());
    }

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      context.proceed();
    }

    @Override
    public Response toResponse(ArithmeticException error) {
      return Response.status(422).build();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {ContainerRequestFilter.class, WriterInterceptor.class, ExceptionMapper.class})
  void partThatABinderBindsTakesAllOffTheLoop(Class<?> contract) throws Exception {
    server =
        Servers.start(
            new ResourceConfig(Methods.class)
                .register(
                    new AbstractBinder() {
                      @Override
                      protected void configure() {
                        bind(Bound.class).to(contract);
                      }
                    }));
    assertThat(Servers.get(server, "methods/thread").body()).isEqualTo(THREAD);
    assertThat(Servers.get(server, "methods/returned").body()).isEqualTo(THREAD);
  }

  @ParameterizedTest
  @CsvSource({
    "thread, event loop",
    "blocking-stage, virtual",
    "returned, virtual",
    "suspended, virtual",
    "nothing, ''",
    "encoded/%41, %41"
  })
  void methodRunsWhereItMayBlock(String path, String body) throws Exception {
    server = Servers.start(new ResourceConfig(Methods.class));
    assertThat(Servers.get(server, "methods/" + path).body()).isEqualTo(body);
  }

  @Test
  void eventsAreSentFromAThreadThatMayBlock() throws Exception {
    server = Servers.start(new ResourceConfig(Methods.class));
    assertThat(Servers.get(server, "methods/events").body())
        .isEqualTo("data: virtual\n\ndata: second\n\n");
  }

  @ParameterizedTest
  @CsvSource({"true, event loop", "FALSE, virtual"})
  void propertyDecidesAboutSuspendedMethods(String value, String thread) throws Exception {
    server =
        Servers.start(
            new ResourceConfig(Methods.class)
                .property(VertxContainerProperties.SUSPENDED_NON_BLOCKING, value));
    assertThat(Servers.get(server, "methods/suspended").body()).isEqualTo(thread);
    assertThat(Servers.get(server, "methods/returned").body()).isEqualTo(THREAD);
  }

  private ContainerRequest request(String path) {
    URI base = URI.create("http://localhost/");
    return new ContainerRequest(
        base,
        base.resolve(path),
        "GET",
        null,
        new MapPropertiesDelegate(),
        server.container().getConfiguration());
  }

  @ParameterizedTest
  @CsvSource({"stage, later", "suspended, virtual", "returned, virtual"})
  void applicationCanBeCalledWithoutAConnection(String path, String entity) throws Exception {
    server = Servers.start(new ResourceConfig(Methods.class));
    var response =
        server
            .container()
            .getApplicationHandler()
            .apply(request("methods/" + path))
            .get(10, TimeUnit.SECONDS);
    assertThat(response.getEntity()).isEqualTo(entity);
  }

  /** Sets another writer, as tracing libraries do. */
  @NonBlocking
  public static class Wrapping implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext context) {
      ContainerRequest request = (ContainerRequest) context;
      request.setWriter(
          (org.glassfish.jersey.server.spi.ContainerResponseWriter)
              Proxy.newProxyInstance(
                  Wrapping.class.getClassLoader(),
                  new Class<?>[] {org.glassfish.jersey.server.spi.ContainerResponseWriter.class},
                  forward(request.getResponseWriter())));
    }

    private static InvocationHandler forward(Object writer) {
      return (proxy, method, arguments) -> method.invoke(writer, arguments);
    }
  }

  @ParameterizedTest
  @CsvSource({"stage, later", "suspended, virtual", "returned, virtual"})
  void applicationMayWrapTheWriter(String path, String body) throws Exception {
    server = Servers.start(new ResourceConfig(Methods.class, Wrapping.class));
    assertThat(Servers.get(server, "methods/" + path).body()).isEqualTo(body);
  }

  /** Counts calls, as bean containers and metrics do. */
  public static class Counting implements ResourceMethodInvocationHandlerProvider {
    static final CountDownLatch CALLS = new CountDownLatch(3);

    @Override
    public InvocationHandler create(Invocable invocable) {
      return (target, method, arguments) -> {
        CALLS.countDown();
        return method.invoke(target, arguments);
      };
    }
  }

  @Test
  void handlerOfTheApplicationIsCalledToo() throws Exception {
    server =
        Servers.start(
            new ResourceConfig(Methods.class, ResultsTest.Streams.class)
                .register(
                    new AbstractBinder() {
                      @Override
                      protected void configure() {
                        bind(new Counting()).to(ResourceMethodInvocationHandlerProvider.class);
                      }
                    }));
    assertThat(Servers.get(server, "methods/blocking-stage").body()).isEqualTo(THREAD);
    assertThat(Servers.get(server, "streams/output").body()).isEqualTo(THREAD);
    assertThat(Servers.get(server, "methods/thread").body()).isEqualTo(LOOP);
    assertThat(Counting.CALLS.getCount()).isZero();
  }

  /** Responds without Jersey. */
  @Path("own")
  @NonBlocking
  public static class Own {
    @GET
    @Path("socket")
    public void upgrade(@Suspended AsyncResponse response, @Context HttpServerRequest request) {
      request.toWebSocket().onSuccess(PartsTest::echo);
    }

    @GET
    @Path("response")
    public void respond(@Suspended AsyncResponse never, @Context HttpServerResponse response) {
      response.bodyEndHandler(end -> {}).end("own");
    }
  }

  private static void echo(ServerWebSocket socket) {
    socket.textMessageHandler(socket::writeTextMessage);
  }

  @Test
  void stopDoesNotWaitForAnUpgradedConnection() throws Exception {
    server = Servers.start(new ResourceConfig(Own.class));
    URI uri = URI.create("ws://127.0.0.1:" + server.port() + "/own/socket");
    try (HttpClient client = HttpClient.newHttpClient()) {
      WebSocket socket =
          client.newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {}).join();
      stopWithoutLimit();
      socket.abort();
    }
  }

  @Test
  void stopDoesNotWaitForAResponseOfTheApplication() throws Exception {
    server = Servers.start(new ResourceConfig(Own.class));
    assertThat(Servers.get(server, "own/response").body()).isEqualTo("own");
    stopWithoutLimit();
  }

  /** Fails if a request is still awaited. */
  private void stopWithoutLimit() throws Exception {
    Duration grace = ChronoUnit.FOREVER.getDuration();
    server.stop(grace).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({
    "/methods/path/[1]?q=2, [1] 2",
    "/methods/path/1?q=<b>, 1 <b>",
    "/methods/path/a\"b?q=\"c\", a\"b \"c\"",
    "/methods/path/1?q=[2], 1 [2]"
  })
  void targetMayHaveCharactersThatBrowsersSend(String target, String body) throws Exception {
    server = Servers.start(new ResourceConfig(Methods.class));
    try (Socket client = new Socket("127.0.0.1", server.port())) {
      client.setSoTimeout(10_000);
      client
          .getOutputStream()
          .write(
              ("GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .endsWith("\r\n\r\n" + body);
    }
  }

  /** Also HTTP/3, which only the newest Vert.x has. */
  @ParameterizedTest
  @EnumSource
  void versionsAfterHttp1AreMultiplexed(HttpVersion version) {
    HttpServerRequest request =
        (HttpServerRequest)
            Proxy.newProxyInstance(
                PartsTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (proxy, method, arguments) -> version);
    assertThat(Exchange.isMultiplexed(request)).isEqualTo(!version.name().startsWith("HTTP_1"));
  }
}
