package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract and the threading model of every variant, on real sockets. */
@Order(1)
class ModelsIT {
  private static final Duration DELAY = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static Stream<Variant> otherModels() {
    List<Variant> core = Services.core().toList();
    return Variant.services().stream()
        .filter(variant -> !variant.isStock() && !isHistorical(variant))
        .filter(variant -> !core.contains(variant));
  }

  static Stream<Variant> historical() {
    return Variant.services().stream()
        .filter(ModelsIT::isHistorical)
        // WildFly runs once in a JVM: ServicePromisesIT has it.
        .filter(variant -> !variant.name().equals("jboss"));
  }

  private static boolean isHistorical(Variant variant) {
    return variant.module().startsWith("servers/historical/");
  }

  @ParameterizedTest
  @MethodSource(Services.CORE)
  void keepsTheContractAndItsModel(Variant variant) throws Exception {
    assertKeepsTheContractAndItsModel(variant);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("otherModels")
  void otherModelsKeepTheContractAndTheirModel(Variant variant) throws Exception {
    assertKeepsTheContractAndItsModel(variant);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("historical")
  void historicalServersKeepTheContractAndTheirModel(Variant variant) throws Exception {
    assertKeepsTheContractAndItsModel(variant);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"vertx-rest", "jersey-vertx"})
  void transportMakesNoDifferenceToTheContract(String name) throws Exception {
    try (InProcessService service =
        InProcessService.start(Variant.named(name), "DELAY_MS=50", "TRANSPORT=nio")) {
      assertThat(service.service().configuration()).containsEntry("transport", "NIO");
      assertThat(violations(service, OptionalInt.empty())).isEmpty();
    }
  }

  /** As the classes of tests do, which run side by side: Weld has one application for a loader. */
  @Tag("full")
  @Test
  void servicesOfOneModuleInOneJvmDoNotMeet() throws Exception {
    InProcessService goes = InProcessService.start(Variant.named("jersey-cdi"));
    try (InProcessService stays = InProcessService.start(Variant.named("jersey-vertx-cdi"))) {
      goes.close();
      assertThat(Burst.of(stays.resource(), 3, PATIENCE).rightResponses()).isEqualTo(3);
    }
  }

  /** Or one of the three that are compared would have more to write. */
  @Test
  void coreSendsTheSameHeaders() throws Exception {
    Set<Set<String>> headers = new HashSet<>();
    for (Variant variant : Services.core().toList()) {
      try (InProcessService service = InProcessService.start(variant, "DELAY_MS=0");
          RawClient client = new RawClient(service.resource())) {
        headers.add(
            client.get(Endpoint.RESOURCE).headers().keySet().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
      }
    }
    assertThat(headers).containsExactly(Set.of("content-type", "content-length"));
  }

  private static void assertKeepsTheContractAndItsModel(Variant variant) throws Exception {
    int workers = variant.waitsInWorker() ? 4 : 200;
    try (InProcessService service =
        InProcessService.start(
            variant,
            "DELAY_MS=50",
            workersOf(variant, workers),
            "DISPATCHERS=2",
            "EVENT_LOOPS=2")) {
      assertThat(violations(service, variant.maxWaiting(OptionalInt.of(workers)))).isEmpty();
      if (variant.waitsInWorker()) {
        assertRequestsBeyondTheWorkersWaitForOne(service, workers);
      } else {
        assertWaitingRequestsHoldNoWorker(service);
      }
      assertCompletesWhatIsInFlightWhenItCloses(service.service(), workers);
    }
  }

  /** Those of a virtual variant are its own setting. */
  private static String workersOf(Variant variant, int workers) {
    return variant.settings().containsKey("WORKERS") ? "NOTHING=" : "WORKERS=" + workers;
  }

  /** Three times as many requests as threads take three turns; a busy host only makes it longer. */
  private static void assertRequestsBeyondTheWorkersWaitForOne(
      InProcessService service, int workers) throws Exception {
    Burst burst = Burst.of(service.resource(), 3 * workers, PATIENCE);
    assertThat(burst.rightResponses()).isEqualTo(3L * workers);
    assertThat(burst.slowest()).isGreaterThanOrEqualTo(DELAY.multipliedBy(3));
  }

  /** All 300 are in the resource at once, with two threads that could block. */
  private static void assertWaitingRequestsHoldNoWorker(InProcessService service) throws Exception {
    long before = service.service().requests().seen();
    Burst burst = Burst.of(service.resource(), 300, PATIENCE);
    assertThat(burst.rightResponses()).isEqualTo(300);
    assertThat(service.service().requests().seen()).isEqualTo(before + 300);
    // Two blocked threads would need 7.5 s.
    assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(5));
  }

  private static void assertCompletesWhatIsInFlightWhenItCloses(StartedServer service, int workers)
      throws Exception {
    int clients = Math.min(20, workers);
    assertThat(Burst.whileClosing(service, clients, PATIENCE).rightResponses()).isEqualTo(clients);
  }

  private static List<String> violations(InProcessService service, OptionalInt bound) {
    return ContractCheck.violations(service.resource(), DELAY, DELAY, bound);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jersey-sync", "jersey-async", "vertx-rest"})
  void thousandConnectionsAtOnceAreAccepted(String name) throws Exception {
    try (InProcessService service = InProcessService.start(Variant.named(name), "DELAY_MS=50")) {
      assertThat(Burst.of(service.resource(), 1_000, PATIENCE).rightResponses()).isEqualTo(1_000);
      assertThat(service.service().requests().seen()).isEqualTo(1_000);
    }
  }

  /** The server waits for them for as long as it drains, and cuts them off then. */
  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"tomcat", "tomcat-start", "jersey-sync", "jersey-async-thread"})
  void interruptedWaitIsNeverARightResponse(String name) throws Exception {
    try (InProcessService service = InProcessService.start(Variant.named(name), "DELAY_MS=60000");
        RawClient client = new RawClient(service.resource())) {
      client.send("GET " + Endpoint.RESOURCE + " HTTP/1.1\r\nHost: a\r\n\r\n");
      service.awaitInFlight(1);
      Thread.startVirtualThread(service::close).join();
      try {
        assertThat(client.response().status()).isGreaterThanOrEqualTo(500);
      } catch (IOException e) {
        // The connection was closed: that is no response, either.
      }
    }
  }

  /** Their timers, of a minute each, are cancelled as soon as they leave. */
  @ParameterizedTest
  @ValueSource(strings = {"vertx-rest", "jersey-vertx"})
  void eventLoopForgetsClientsThatLeave(String name) throws Exception {
    assertForgetsClientsThatLeave(name, "DELAY_MS=60000");
  }

  /** Grizzly reads nothing while a request is suspended: they are forgotten when it is written. */
  @ParameterizedTest
  @ValueSource(strings = {"jersey-async", "jersey-sync"})
  void grizzlyForgetsClientsThatLeaveWhenTheWaitIsOver(String name) throws Exception {
    assertForgetsClientsThatLeave(name, "DELAY_MS=500");
  }

  private static void assertForgetsClientsThatLeave(String name, String delay) throws Exception {
    try (InProcessService service =
        InProcessService.start(Variant.named(name), delay, "WORKERS=300")) {
      Burst.disconnecting(service.service(), 300, PATIENCE);
      assertThat(service.service().requests().seen()).isEqualTo(300);
      service.awaitIdle();
    }
  }
}
