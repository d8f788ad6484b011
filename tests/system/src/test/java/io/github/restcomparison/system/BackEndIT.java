package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.contracttck.Response;
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
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
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
  private static final String BODY = "x".repeat(100);

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
        assertThat(burst.rightResponses()).isEqualTo(4);
        fastest = Collections.min(List.of(fastest, burst.slowest()));
      }
      // A single connection would need four.
      assertThat(fastest).isBetween(DELAY.multipliedBy(2), DELAY.multipliedBy(4).minusMillis(1));
    }
  }

  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void backEndThatIsSilentOrGoneIsNoResponse(Variant variant) throws Exception {
    ServerSocket silent = new ServerSocket(0); // it accepts, and says nothing
    URI uri = URI.create("http://127.0.0.1:%d/x".formatted(silent.getLocalPort()));
    try (silent;
        InProcessService service = start(variant, uri, "TIMEOUT_MS=500")) {
      URI asked = service.resource();
      Burst late = Burst.of(asked, 2, PATIENCE);
      assertThat(late.responses())
          .allSatisfy(response -> assertThat(response.status()).isEqualTo(503));
      assertThat(late.slowest()).isLessThan(Duration.ofSeconds(10));
      silent.close();
      assertThat(Burst.of(asked, 2, PATIENCE).responses())
          .allSatisfy(response -> assertThat(response.status()).isEqualTo(502));
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

  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void backEndThatWasSilentOnceIsAskedAgain(Variant variant) throws Exception {
    assertIsAskedAgain(variant, PATIENCE, Duration.ZERO);
  }

  /** Each byte comes soon after the one before, for 10 s. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_SERVICES)
  void timeLimitIsThatOfTheWholeResponse(Variant variant) throws Exception {
    assertIsAskedAgain(variant, Duration.ZERO, Duration.ofMillis(100));
  }

  /**
   * After the first response was late, its connection is closed, and the only place of the pool is
   * free again.
   *
   * @param silence before the first response
   * @param pause before each of its bytes
   */
  private static void assertIsAskedAgain(Variant variant, Duration silence, Duration pause)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          boolean first = asked.getAndIncrement() == 0;
          respond(exchange, first ? silence : Duration.ZERO, first ? pause : Duration.ZERO);
        });
    server.start();
    URI uri = URI.create("http://127.0.0.1:%d/x?%s".formatted(server.getAddress().getPort(), BODY));
    try (InProcessService service =
        start(variant, uri, "TIMEOUT_MS=500", "DOWNSTREAM_CONNECTIONS=1")) {
      assertThat(request(service.resource()).status()).isEqualTo(503);
      // On a busy host others, too, may take longer than the time-out.
      Response next =
          await()
              .atMost(PATIENCE)
              .until(() -> request(service.resource()), response -> response.status() != 503);
      assertThat(next.status()).isEqualTo(200);
      assertThat(next.body()).isEqualTo(BODY);
    } finally {
      threads.shutdownNow();
      server.stop(0);
    }
  }

  /** Over a connection of its own: some servers close one after a 503. */
  private static Response request(URI resource) throws IOException {
    try (RawClient client = new RawClient(resource)) {
      return client.get(Endpoint.RESOURCE);
    }
  }

  private static void respond(HttpExchange exchange, Duration silence, Duration pause)
      throws IOException {
    try (exchange) {
      Thread.sleep(silence);
      exchange.sendResponseHeaders(200, BODY.length());
      for (byte each : exchange.getRequestURI().getQuery().getBytes(StandardCharsets.US_ASCII)) {
        Thread.sleep(pause);
        exchange.getResponseBody().write(each);
        exchange.getResponseBody().flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Two responses, one after the other on the only connection, would take 4 s. */
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
      assertOnlyTheFirstIsInTime(service.resource());
    }
  }

  /** Of two requests over one connection to the back end. */
  static void assertOnlyTheFirstIsInTime(URI resource) throws Exception {
    assertThat(Burst.of(resource, 2, PATIENCE).responses())
        .extracting(Response::status)
        .contains(503)
        .isSubsetOf(200, 503);
  }

  /** One is asked, and two wait: those behind them could not end within a minute. */
  @ParameterizedTest
  @MethodSource(Services.ASKING_WITHOUT_THREADS)
  void callsThatCannotEndInTimeAreRefusedAtOnce(Variant variant) throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI uri = URI.create("http://127.0.0.1:%d/x".formatted(silent.getLocalPort()));
      try (InProcessService service =
          start(variant, uri, "DELAY_MS=30000", "TIMEOUT_MS=60000", "DOWNSTREAM_CONNECTIONS=1")) {
        assertSevenOfTenAreRefused(service.resource());
      }
    }
  }

  /** At once, while one is asked and two wait. */
  static void assertSevenOfTenAreRefused(URI resource) throws Exception {
    assertThat(RawClient.firstResponses(resource, 10, 7, Duration.ofSeconds(20)))
        .hasSize(7)
        .allSatisfy(response -> assertThat(response.status()).isEqualTo(503));
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
