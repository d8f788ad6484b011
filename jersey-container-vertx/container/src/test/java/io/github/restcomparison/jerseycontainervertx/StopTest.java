package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.glassfish.jersey.server.JerseySeBootstrapConfiguration;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.server.spi.ContainerLifecycleListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stop does to requests. */
class StopTest {
  /** A grace period that no test reaches. */
  private static final Duration LONG = ChronoUnit.FOREVER.getDuration();

  private static final BlockingQueue<AsyncResponse> SUSPENDED = new LinkedBlockingQueue<>();
  private static final BlockingQueue<CountDownLatch> BLOCKED = new LinkedBlockingQueue<>();

  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private VertxHttpServer server;

  @BeforeEach
  void clear() {
    SUSPENDED.clear();
    BLOCKED.clear();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      get(server.stop(Duration.ZERO));
    }
    clients.shutdownNow();
  }

  /** Responds when the test lets it. */
  @Path("waits")
  public static class Waits {
    @GET
    public void suspended(@Suspended AsyncResponse response) {
      SUSPENDED.add(response);
    }

    @GET
    @Path("by-response")
    public void byResponse(@Suspended AsyncResponse waiting, @Context HttpServerResponse response) {
      response.end("directly");
    }

    @GET
    @Path("by-request")
    public void byRequest(@Suspended AsyncResponse waiting, @Context HttpServerRequest request) {
      request.response().end("directly");
    }

    @GET
    @Path("blocked")
    public String blocked() throws InterruptedException {
      CountDownLatch end = new CountDownLatch(1);
      BLOCKED.add(end);
      return end.await(20, TimeUnit.SECONDS) ? "in time" : "too late";
    }

    @GET
    @Path("short")
    public String brief() throws InterruptedException {
      Thread.sleep(2);
      return "short";
    }
  }

  private static ResourceConfig waits() {
    return new ResourceConfig(Waits.class);
  }

  private Future<HttpResponse<String>> ask(String path) {
    return clients.submit(() -> Servers.get(server, path));
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static void assertCompleted(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("in time");
    assertThat(response.headers().firstValue("Connection")).hasValue("close");
  }

  @Test
  void requestsAreCompletedAndOthersRefusedBeforeItEnds() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    server = Servers.start(waits().register(new Told(told)));
    Future<HttpResponse<String>> suspended = ask("waits");
    Future<HttpResponse<String>> blocked = ask("waits/blocked");
    AsyncResponse response = SUSPENDED.poll(20, TimeUnit.SECONDS);
    CountDownLatch end = BLOCKED.poll(20, TimeUnit.SECONDS);
    CompletionStage<Void> stopped = server.stop(LONG);
    HttpResponse<String> refused = Servers.get(server, "waits/short");
    while (refused.statusCode() == 200) { // it has not begun
      refused = Servers.get(server, "waits/short");
    }
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Connection")).hasValue("close");
    assertThat(told).containsExactly("startup");
    assertThat(response.resume("in time")).isTrue();
    end.countDown();
    assertCompleted(suspended.get(20, TimeUnit.SECONDS));
    assertCompleted(blocked.get(20, TimeUnit.SECONDS));
    get(stopped);
    assertThat(told).containsExactly("startup", "shutdown");
    assertThatThrownBy(() -> Servers.get(server, "waits/short"))
        .isInstanceOf(ConnectException.class);
  }

  /** Stops the server while a request waits, which then has its 503, and returns its response. */
  private AsyncResponse cutOffAfter(int graceMs) throws Exception {
    server = Servers.start(waits());
    Future<HttpResponse<String>> suspended = ask("waits");
    AsyncResponse response = SUSPENDED.poll(20, TimeUnit.SECONDS);
    get(server.stop(Duration.ofMillis(graceMs)));
    assertThat(suspended.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
    return response;
  }

  @Test
  void requestThatTakesLongerThanTheGracePeriodGets503() throws Exception {
    assertThat(cutOffAfter(300).resume("too late")).isFalse();
  }

  /** Vert.x's own response, whose request is never resumed. */
  @ParameterizedTest
  @ValueSource(strings = {"by-response", "by-request"})
  void requestThatTheApplicationHasEndedIsNotAwaited(String way) throws Exception {
    server = Servers.start(waits());
    assertThat(Servers.get(server, "waits/" + way).body()).isEqualTo("directly");
    get(server.stop(LONG));
  }

  @Test
  void responseCannotTimeOutAfterTheEnd() throws Exception {
    assertThat(cutOffAfter(0).setTimeout(1, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void streamsOfOneConnectionAreCompleted() throws Exception {
    server = Servers.start(waits());
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(server.baseUri().resolve("waits")).build();
      client.send( // the upgrade to HTTP/2
          HttpRequest.newBuilder(server.baseUri().resolve("waits/short")).build(),
          HttpResponse.BodyHandlers.ofString());
      List<CompletableFuture<HttpResponse<String>>> responses =
          Stream.generate(() -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
              .limit(3)
              .toList();
      List<AsyncResponse> suspended =
          List.of(
              SUSPENDED.poll(20, TimeUnit.SECONDS),
              SUSPENDED.poll(20, TimeUnit.SECONDS),
              SUSPENDED.poll(20, TimeUnit.SECONDS));
      CompletionStage<Void> stopped = server.stop(LONG);
      while (Servers.get(server, "waits/short").statusCode() == 200) {
        Thread.onSpinWait(); // it has not begun
      }
      suspended.forEach(each -> each.resume("in time"));
      for (CompletableFuture<HttpResponse<String>> each : responses) {
        HttpResponse<String> response = get(each);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.body()).isEqualTo("in time");
      }
      get(stopped);
    }
  }

  @Test
  void requestOfAReplacedApplicationIsCompleted() throws Exception {
    server = Servers.start(waits());
    Future<HttpResponse<String>> suspended = ask("waits");
    AsyncResponse response = SUSPENDED.poll(20, TimeUnit.SECONDS);
    server.container().reload();
    CompletionStage<Void> stopped = server.stop(LONG);
    while (Servers.get(server, "waits/short").statusCode() == 200) {
      Thread.onSpinWait(); // it has not begun
    }
    response.resume("in time");
    assertCompleted(suspended.get(20, TimeUnit.SECONDS));
    get(stopped);
  }

  @Test
  void requestOfAReplacedApplicationIsCutOffToo() throws Exception {
    server = Servers.start(waits());
    Future<HttpResponse<String>> suspended = ask("waits");
    SUSPENDED.poll(20, TimeUnit.SECONDS);
    server.container().reload();
    get(server.stop(Duration.ZERO));
    assertThat(suspended.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
  }

  @Test
  void bootstrappedServerStopsInTheSameWay() throws Exception {
    SeBootstrap.Instance instance =
        SeBootstrap.start(
                waits(),
                JerseySeBootstrapConfiguration.builder()
                    .webServerClass(VertxHttpServer.class)
                    .property(SeBootstrap.Configuration.HOST, "localhost")
                    .property(SeBootstrap.Configuration.PORT, SeBootstrap.Configuration.FREE_PORT)
                    .build())
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    server = instance.unwrap(VertxHttpServer.class);
    Future<HttpResponse<String>> suspended = ask("waits");
    AsyncResponse response = SUSPENDED.poll(20, TimeUnit.SECONDS);
    var stopped = instance.stop();
    while (Servers.get(server, "waits/short").statusCode() == 200) {
      Thread.onSpinWait(); // it has not begun
    }
    response.resume("in time");
    assertCompleted(suspended.get(20, TimeUnit.SECONDS));
    get(stopped);
  }

  @Test
  void failureOfTheApplicationIsReportedAndTheServerEnds() {
    server =
        Servers.start(
            waits()
                .register(
                    new ContainerLifecycleListener() {
                      @Override
                      public void onStartup(Container container) {}

                      @Override
                      public void onReload(Container container) {}

                      @Override
                      public void onShutdown(Container container) {
                        throw new IllegalStateException("no end");
                      }
                    }));
    Vertx vertx = server.unwrap(Vertx.class);
    assertThatThrownBy(server::close).hasMessageContaining("no end");
    assertThat(vertx.deploymentIDs()).isEmpty();
    server = null;
  }

  /** Clients that send the next request as soon as the last is completed, until one is refused. */
  @Test
  void nothingIsLostUnderLoad() throws Exception {
    server = Servers.start(waits());
    URI uri = server.baseUri();
    AtomicInteger completed = new AtomicInteger();
    Callable<String> client =
        () -> {
          while (true) {
            long idleSince = System.nanoTime();
            try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
              socket.setSoTimeout(20_000);
              if (status(socket, idleSince, completed) == 503) {
                return "refused";
              }
            }
          }
        };
    List<Future<String>> all = Stream.generate(() -> clients.submit(client)).limit(200).toList();
    while (completed.get() < 2_000 && all.stream().noneMatch(Future::isDone)) {
      Thread.sleep(5);
    }
    get(server.stop(LONG));
    for (Future<String> each : all) {
      assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo("refused");
    }
    assertThat(completed).hasValueGreaterThanOrEqualTo(2_000);
  }

  /**
   * Returns the status of the last response on a connection; 503 also if a busy host has kept this
   * client from sending until the server could not know of it.
   */
  private static int status(Socket socket, long idleSince, AtomicInteger completed)
      throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    while (true) {
      socket
          .getOutputStream()
          .write(
              "GET /waits/short HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      boolean isLate = System.nanoTime() - idleSince > 100_000_000;
      String statusLine = in.readLine();
      if (statusLine == null && isLate) {
        return 503;
      }
      if (statusLine == null) {
        throw new IOException("a request is lost");
      }
      int status = Integer.parseInt(statusLine.substring(9, 12));
      boolean isLast = false;
      int length = 0;
      for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
        String field = line.toLowerCase(java.util.Locale.ROOT);
        isLast |= field.equals("connection: close");
        length =
            field.startsWith("content-length:")
                ? Integer.parseInt(field.substring(15).strip())
                : length;
      }
      for (int i = 0; i < length; i++) {
        in.read();
      }
      completed.incrementAndGet();
      idleSince = System.nanoTime();
      if (isLast) {
        return status;
      }
    }
  }
}
