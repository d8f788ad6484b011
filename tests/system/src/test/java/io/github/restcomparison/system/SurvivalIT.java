package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.Burst.Answer;
import io.github.restcomparison.contracttck.HttpAnswers;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.RawClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the core services do with clients who are too many, too slow or gone. */
@Execution(ExecutionMode.CONCURRENT)
@Order(5)
class SurvivalIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String GET = "GET " + Endpoint.RESOURCE + " HTTP/1.1\r\nHost: a\r\n";

  @ParameterizedTest
  @MethodSource(Services.LIMITED)
  void requestThatWaitsLongerThanTheTimeOutGets503(Variant variant) throws Exception {
    try (InProcessService service =
            InProcessService.start(variant, "DELAY_MS=60000", "TIMEOUT_MS=300");
        RawClient client = new RawClient(service.resource())) {
      long asked = System.nanoTime();
      HttpAnswers.Answer answer = client.get(Endpoint.RESOURCE);
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.headers()).containsEntry("Retry-After", "1");
      assertThat(Duration.ofNanos(System.nanoTime() - asked))
          .isBetween(Duration.ofMillis(300), Duration.ofSeconds(5));
    }
  }

  @ParameterizedTest
  @MethodSource(Services.LIMITED)
  void whoFindsNoPlaceToWaitIsToldAtOnce(Variant variant) throws Exception {
    String workers = variant.name().equals("jersey-sync") ? "WORKERS=10" : "NOTHING=";
    try (InProcessService service =
        InProcessService.start(variant, "DELAY_MS=2000", "MAX_WAITING=10", workers)) {
      URI resource = service.resource();
      Burst burst = Burst.of(resource, 50, PATIENCE);
      List<Answer> refused =
          burst.answers().stream().filter(answer -> answer.status() == 503).toList();
      int places = variant.name().equals("jersey-sync") ? 10 + 10 : 10;
      // Threads that look at the same moment may all see the last place.
      assertThat(burst.answeredRightly()).isBetween((long) places, places + 4L);
      assertThat(refused).hasSize(50 - (int) burst.answeredRightly());
      assertThat(refused)
          .allSatisfy(answer -> assertThat(answer.after()).isLessThan(Duration.ofMillis(1_900)));
      assertThat(Burst.of(resource, 1, PATIENCE).answeredRightly()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void connectionsThatBringNoRequestAreClosedAndOthersAreNot(Variant variant) throws Exception {
    try (InProcessService service =
        InProcessService.start(variant, "DELAY_MS=4000", "IDLE_TIMEOUT_MS=1000")) {
      URI resource = service.resource();
      List<RawClient> slow = new ArrayList<>();
      try (RawClient waits = new RawClient(resource)) {
        waits.send(GET + "\r\n");
        slow.add(client(resource, ""));
        slow.add(client(resource, "GET /my"));
        slow.add(client(resource, GET + "X: "));
        slow.add(
            client(
                resource, "POST /myapp/health HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"));
        Thread drip = Thread.ofVirtual().start(() -> drip(slow));
        for (RawClient client : slow) {
          assertThat(client.isClosedWithin(6_000)).isTrue();
        }
        drip.interrupt();
        // It waits for longer than a connection may be idle.
        assertThat(waits.answer().status()).isEqualTo(200);
      } finally {
        for (RawClient client : slow) {
          client.close();
        }
      }
    }
  }

  /** A byte each fifth of a second from all but the first, who says nothing at all. */
  private static void drip(List<RawClient> clients) {
    try {
      while (true) {
        Thread.sleep(200);
        for (RawClient client : clients.subList(1, clients.size())) {
          try {
            client.send("a");
          } catch (IOException e) {
            // That one is closed already.
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void connectionsBeyondTheLimitAreClosedAtOnce(Variant variant) throws Exception {
    try (InProcessService service =
        InProcessService.start(variant, "DELAY_MS=1", "MAX_CONNECTIONS=5")) {
      URI resource = service.resource();
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        clients.add(client(resource, GET + "\r\n"));
        assertThat(clients.getLast().answer().status()).isEqualTo(200);
      }
      try (RawClient sixth = new RawClient(resource)) {
        assertThat(sixth.isClosedWithin(2_000)).isTrue();
      }
      clients.removeFirst().close();
      Thread.sleep(200);
      try (RawClient next = new RawClient(resource)) {
        assertThat(next.get(Endpoint.RESOURCE).status()).isEqualTo(200);
      }
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  /** Pipelined requests whose answers nobody reads. */
  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void clientThatDoesNotReadHarmsNobody(Variant service) throws Exception {
    assertDeafClientHarmsNobody(service);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"jersey-virtual", "jersey-async", "jersey-vertx-virtual"})
  void norInAnyOtherModel(String name) throws Exception {
    assertDeafClientHarmsNobody(Catalogue.variant(name));
  }

  /** In a process, for its heap is small. */
  private static void assertDeafClientHarmsNobody(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(List.of("-Xmx48m"), service, "PORT=0", "DELAY_MS=0")) {
      URI resource = jar.ready();
      try (RawClient deaf = new RawClient(resource)) {
        Thread floods =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        String requests = (GET + "\r\n").repeat(1_000);
                        for (int i = 0; i < 2_000; i++) {
                          deaf.send(requests);
                        }
                      } catch (IOException e) {
                        // It has been closed.
                      }
                    });
        floods.join(Duration.ofSeconds(4));
        assertThat(Burst.of(resource, 50, PATIENCE).answeredRightly()).isEqualTo(50);
      }
      assertThat(jar.output()).doesNotContain("OutOfMemory");
    }
  }

  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void showsItselfToPrometheus(Variant variant) throws Exception {
    try (InProcessService service = InProcessService.start(variant, "DELAY_MS=20");
        RawClient client = new RawClient(service.resource())) {
      for (int i = 0; i < 3; i++) {
        client.get(Endpoint.RESOURCE);
      }
      HttpAnswers.Answer metrics = client.get(Endpoint.METRICS);
      assertThat(metrics.status()).isEqualTo(200);
      assertThat(metrics.headers().get("Content-Type")).startsWith("text/plain");
      assertThat(metrics.body())
          .contains(
              "\nresource_requests_total 3.0\n",
              "\nresource_in_flight 0.0\n",
              "\nresource_most_in_flight 1.0\n",
              "\nresource_latency_seconds_count 3\n",
              "\nresource_latency_seconds_bucket{le=\"0.01\"} 0\n",
              "jvm_memory_used_bytes",
              "jvm_threads_live_threads",
              "process_files_open_files");
      assertThat(metrics.body().contains("\nworkers_busy 0.0\n"))
          .isEqualTo(variant.name().equals("jersey-sync"));
    }
  }

  private static RawClient client(URI service, String says) throws IOException {
    RawClient client = new RawClient(service);
    client.send(says);
    return client;
  }
}
