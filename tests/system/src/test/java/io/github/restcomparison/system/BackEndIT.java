package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.contracttck.HttpAnswers;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.InvalidSettingException;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.RawClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Services that wait for a back end over HTTP instead of for a clock. */
@Tag("full")
@Order(3)
class BackEndIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration DELAY = Duration.ofMillis(100);
  private static final byte[] HEAD_OF_100_BYTES =
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static InProcessService backEnd;
  private static URI resource;

  @TempDir private Path folder;

  @BeforeAll
  static void startBackEnd() throws IOException {
    backEnd = InProcessService.start(Variant.named("vertx-rest"), "DELAY_MS=100");
    resource = backEnd.resource();
  }

  @AfterAll
  static void stopBackEnd() {
    if (backEnd != null) {
      backEnd.close();
    }
  }

  @ParameterizedTest
  @MethodSource(Services.ASKING)
  void contractIsKeptByAskingAnother(Variant variant) throws Exception {
    try (InProcessService service = start(variant, resource, "DOWNSTREAM_CONNECTIONS=60")) {
      assertThat(
              ContractCheck.violations(
                  service.resource(), DELAY, DELAY, variant.maxWaiting(OptionalInt.of(200))))
          .isEmpty();
    }
  }

  /** Four questions over two connections, one after the other on each, take two turns. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void poolOfConnectionsIsABound(Variant variant) throws Exception {
    try (InProcessService service = start(variant, resource, "DOWNSTREAM_CONNECTIONS=2")) {
      URI uri = service.resource();
      Duration fastest = Duration.ofDays(1);
      // Cold at first, and the host may be busy.
      for (int i = 0; i < 10 && fastest.compareTo(DELAY.multipliedBy(3)) > 0; i++) {
        Burst burst = Burst.of(uri, 4, PATIENCE);
        assertThat(burst.answeredRightly()).isEqualTo(4);
        fastest = Collections.min(List.of(fastest, burst.slowest()));
      }
      // A single connection would need four.
      assertThat(fastest).isBetween(DELAY.multipliedBy(2), DELAY.multipliedBy(4).minusMillis(1));
    }
  }

  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void backEndThatIsSilentOrGoneIsNoAnswer(Variant variant) throws Exception {
    ServerSocket silent = new ServerSocket(0); // it accepts, and says nothing
    URI uri = URI.create("http://127.0.0.1:%d/x".formatted(silent.getLocalPort()));
    try (silent;
        InProcessService service = start(variant, uri, "TIMEOUT_MS=500")) {
      URI asked = service.resource();
      Burst late = Burst.of(asked, 2, PATIENCE);
      assertThat(late.answers()).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503));
      assertThat(late.slowest()).isLessThan(Duration.ofSeconds(10));
      silent.close();
      assertThat(Burst.of(asked, 2, PATIENCE).answers())
          .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(502));
    }
  }

  @Test
  void backEndIsStartedAndItsCostIsInTheRecord() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "JerseyAsyncSimulation",
            "wait=http",
            "users=10",
            "requests=20",
            "delayMs=50",
            "warmUpSeconds=0")) {
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.settings().waitKind()).isEqualTo(Wait.HTTP);
    assertThat(record.subject().service()).containsEntry("downstreamConnections", "10");
    Server asked = record.figures().backEnd().orElseThrow();
    assertThat(asked.requestsSeen()).as("without those of the warm-up").isEqualTo(200);
    assertThat(asked.cpu().cpuMicrosPerRequest()).isFinite().isPositive();
  }

  /** The connection that is silent is closed, and the only place of the pool is free again. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void backEndThatWasSilentOnceIsAskedAgain(Variant variant) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch over = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      HttpServer once = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
      once.setExecutor(threads);
      once.createContext("/", exchange -> answerAllButTheFirst(exchange, asked, over));
      once.start();
      URI uri = URI.create("http://127.0.0.1:%d/x?q=1".formatted(once.getAddress().getPort()));
      try (InProcessService service =
              start(variant, uri, "TIMEOUT_MS=500", "DOWNSTREAM_CONNECTIONS=1");
          RawClient client = new RawClient(service.resource())) {
        assertThat(client.get(Endpoint.RESOURCE).status()).isEqualTo(503);
        // On a busy host the next one, too, may take longer than the time-out.
        HttpAnswers.Answer next = again(service.resource());
        for (int tries = 1; tries < 20 && next.status() == 503; tries++) {
          next = again(service.resource());
        }
        assertThat(next.status()).isEqualTo(200);
        assertThat(next.body()).isEqualTo("q=1");
      } finally {
        over.countDown();
        once.stop(0);
      }
    }
  }

  /** Over a connection of its own: some servers close one that they answer 503 on. */
  private static HttpAnswers.Answer again(URI resource) throws IOException {
    try (RawClient client = new RawClient(resource)) {
      return client.get(Endpoint.RESOURCE);
    }
  }

  private static void answerAllButTheFirst(
      HttpExchange exchange, AtomicInteger asked, CountDownLatch over) throws IOException {
    try (exchange) {
      if (asked.incrementAndGet() == 1) {
        over.await();
      }
      byte[] query = exchange.getRequestURI().getRawQuery().getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(200, query.length);
      exchange.getResponseBody().write(query);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Each byte comes soon after the one before, for 10 s. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void timeLimitIsThatOfTheWholeAnswer(Variant variant) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0)) {
      Thread.startVirtualThread(
          () -> {
            while (!server.isClosed()) {
              Socket client = accepted(server);
              boolean slow = asked.getAndIncrement() == 0;
              Thread.startVirtualThread(() -> answer(client, slow));
            }
          });
      URI uri = URI.create("http://127.0.0.1:%d/x".formatted(server.getLocalPort()));
      try (InProcessService service =
          start(variant, uri, "TIMEOUT_MS=500", "DOWNSTREAM_CONNECTIONS=1")) {
        assertThat(again(service.resource()).status()).isEqualTo(503);
        // On a busy host others, too, may take longer.
        HttpAnswers.Answer next = again(service.resource());
        for (int tries = 1; tries < 20 && next.status() == 503; tries++) {
          next = again(service.resource());
        }
        assertThat(next.status()).isEqualTo(200);
      }
    }
  }

  private static Socket accepted(ServerSocket server) {
    try {
      return server.accept();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // closed: the test is over
    }
  }

  private static void answer(Socket client, boolean slow) {
    try (client) {
      InputStream in = client.getInputStream();
      while (in.read() >= 0) {
        in.skip(in.available());
        client.getOutputStream().write(HEAD_OF_100_BYTES);
        for (int i = 0; i < 100; i++) {
          Thread.sleep(slow ? 100 : 0);
          client.getOutputStream().write('x');
        }
      }
    } catch (IOException e) {
      // The service has closed the connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Two answers, one after the other on the only connection, would take 4 s. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void timeLimitIncludesTheWaitForAConnection(Variant variant) throws Exception {
    try (InProcessService slow =
            InProcessService.start(Variant.named("vertx-rest"), "DELAY_MS=2000");
        InProcessService service =
            start(
                variant,
                slow.resource(),
                "DELAY_MS=2000",
                "TIMEOUT_MS=3000",
                "DOWNSTREAM_CONNECTIONS=1")) {
      assertThat(Burst.of(service.resource(), 2, PATIENCE).answers())
          .extracting(Burst.Answer::status)
          .contains(503)
          .isSubsetOf(200, 503);
    }
  }

  /** One is asked, and two wait: those behind them could not be answered within a minute. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_WITHOUT_THREADS)
  void callsThatCannotBeAnsweredInTimeAreRefusedAtOnce(Variant variant) throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI uri = URI.create("http://127.0.0.1:%d/x".formatted(silent.getLocalPort()));
      try (InProcessService service =
          start(variant, uri, "DELAY_MS=30000", "TIMEOUT_MS=60000", "DOWNSTREAM_CONNECTIONS=1")) {
        assertThat(RawClient.firstAnswers(service.resource(), 10, 7, Duration.ofSeconds(20)))
            .hasSize(7)
            .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503));
      }
    }
  }

  @Test
  void serviceThatCannotAskSaysSo() {
    Variant tomcat = Variant.named("tomcat");
    assertThatThrownBy(() -> tomcat.withWait(Wait.HTTP)).hasMessage("tomcat cannot wait for http");
    assertThatThrownBy(() -> InProcessService.start(tomcat, "WAIT=http").close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("WAIT: 'http' is not one of fixed, uniform, shared-tick");
  }

  private static InProcessService start(Variant variant, URI asked, String... settings)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("WAIT=http", "DELAY_MS=100"));
    all.add("DOWNSTREAM=" + asked);
    all.addAll(List.of(settings));
    return InProcessService.start(variant.withWait(Wait.HTTP), all.toArray(String[]::new));
  }
}
