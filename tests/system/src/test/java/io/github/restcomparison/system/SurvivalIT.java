package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.Response;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.RawClient;
import io.github.restcomparison.system.driver.Users;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the core services do with clients who are too many, too slow or gone. */
@Execution(ExecutionMode.CONCURRENT)
@Order(3)
class SurvivalIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LONGEST_DELAY_MS = 4_000;
  private static final String GET = "GET " + Endpoint.RESOURCE + " HTTP/1.1\r\nHost: a\r\n";

  /**
   * The requests that are refused are told so before the first of the others ends. Half a second
   * may be too short for that on a busy host, and a late request may find a place free again: then
   * the wait is doubled, up to 4 s.
   */
  @ParameterizedTest
  @MethodSource(Services.CORE)
  void requestBeyondTheLimitIsRefusedAtOnce(Variant variant) throws Exception {
    assertRequestBeyondTheLimitIsRefusedAtOnce(variant);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.OTHER_LIMITED)
  void requestBeyondTheLimitIsRefusedAtOnceInOtherModels(Variant variant) throws Exception {
    assertRequestBeyondTheLimitIsRefusedAtOnce(variant);
  }

  private static void assertRequestBeyondTheLimitIsRefusedAtOnce(Variant variant) throws Exception {
    boolean isSync = variant.name().equals("jersey-sync");
    int turns = isSync ? 2 : 1; // with 10 workers, and 10 requests that wait for one
    String workers = isSync ? "WORKERS=10" : "NOTHING=";
    boolean isTold = false;
    for (int delayMs = 500; !isTold; delayMs *= 2) {
      Duration delay = Duration.ofMillis(delayMs);
      try (InProcessService service =
          InProcessService.start(variant, "DELAY_MS=" + delayMs, "MAX_WAITING=10", workers)) {
        long start = System.nanoTime();
        Burst burst = Burst.of(service.resource(), 50, PATIENCE);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        List<Response> refused =
            burst.responses().stream().filter(response -> response.status() == 503).toList();
        Duration slowest =
            refused.stream().map(Response::after).max(Duration::compareTo).orElse(Duration.ZERO);
        isTold =
            delayMs == LONGEST_DELAY_MS
                || took.compareTo(delay.multipliedBy(turns + 1)) < 0
                    && slowest.compareTo(delay) < 0;
        if (isTold) {
          assertThat(burst.rightResponses()).isEqualTo(10 * turns);
          assertThat(refused).hasSize(50 - 10 * turns);
          assertThat(slowest).isLessThan(delay);
          assertThat(Burst.of(service.resource(), 1, PATIENCE).rightResponses()).isEqualTo(1);
        }
      }
    }
  }

  /** However its path or method is written, and whether there is anything behind it. */
  @ParameterizedTest
  @MethodSource(Services.CORE)
  void noRequestPassesTheLimitAndHealthDoes(Variant variant) throws Exception {
    assertNoRequestPassesTheLimitAndHealthDoes(variant);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.OTHER_LIMITED)
  void noRequestPassesTheLimitAndHealthDoesInOtherModels(Variant variant) throws Exception {
    assertNoRequestPassesTheLimitAndHealthDoes(variant);
  }

  private static void assertNoRequestPassesTheLimitAndHealthDoes(Variant variant) throws Exception {
    String[] oneAtOnce =
        variant.name().equals("jersey-sync")
            ? new String[] {"DELAY_MS=60000", "WORKERS=1", "MAX_WAITING=0"}
            : new String[] {"DELAY_MS=60000", "MAX_WAITING=1"};
    try (InProcessService service = InProcessService.start(variant, oneAtOnce);
        RawClient waits = new RawClient(service.resource())) {
      waits.send(GET + "\r\n");
      service.awaitInFlight(1);
      for (String request :
          List.of(
              "GET /myapp/myresource",
              "GET /myapp/myresource/",
              "GET /myapp/myresource;x",
              "GET /myapp/myresource?x",
              "HEAD /myapp/myresource",
              "HEAD /myapp/myresource/",
              "POST /myapp/myresource",
              "GET /myapp/nothing")) {
        try (RawClient client = new RawClient(service.resource())) {
          client.send(request + " HTTP/1.1\r\nHost: a\r\n\r\n");
          assertThat(client.response(request.startsWith("HEAD")).status())
              .as(request)
              .isEqualTo(503);
        }
      }
      try (RawClient client = new RawClient(service.resource())) {
        assertThat(client.get(Endpoint.HEALTH).status()).isEqualTo(200);
      }
    }
  }

  /** A health check must not queue behind those who wait for a worker. */
  @ParameterizedTest
  @MethodSource(Services.CORE)
  void isHealthyUnderMoreUsersThanWorkers(Variant variant) throws Exception {
    try (InProcessService service =
            InProcessService.start(variant, "DELAY_MS=60000", "WORKERS=10");
        Users users = new Users(service.resource(), 400)) {
      service.awaitInFlight(10);
      for (int i = 0; i < 20; i++) {
        try (RawClient client = new RawClient(service.resource())) {
          assertThat(client.get(Endpoint.HEALTH).status()).isEqualTo(200);
        }
      }
      assertThat(users.served()).as("all still wait").isZero();
    }
  }

  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void idleConnectionIsClosedAndOneThatWaitsIsNot(Variant variant) throws Exception {
    try (InProcessService service =
            InProcessService.start(variant, "DELAY_MS=3000", "IDLE_TIMEOUT_S=1");
        RawClient waits = new RawClient(service.resource());
        RawClient idle = new RawClient(service.resource())) {
      waits.send(GET + "\r\n");
      assertThat(waits.response().status()).isEqualTo(200);
      assertThat(idle.isClosedWithin(60_000)).isTrue();
    }
  }

  /** Pipelined requests whose responses nobody reads. */
  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void clientThatNeverReadsHarmsNobody(Variant service) throws Exception {
    assertClientThatNeverReadsHarmsNobody(service, 2_000_000);
  }

  /**
   * If no worker blocks, Grizzly keeps responses that it cannot send, 10 KB for each of 200 bytes,
   * until they exceed four times the socket's buffer: 200 MB if the kernel lets that one grow.
   */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"jersey-virtual, 1000", "jersey-async, 1000", "jersey-vertx-virtual, 2000000"})
  void clientThatNeverReadsHarmsNobodyInOtherModels(String name, int requests) throws Exception {
    assertClientThatNeverReadsHarmsNobody(Variant.named(name), requests);
  }

  /** In a process, for its heap is small. */
  private static void assertClientThatNeverReadsHarmsNobody(Variant service, int requests)
      throws Exception {
    try (JarProcess jar = JarProcess.start(List.of("-Xmx48m"), service, "PORT=0", "DELAY_MS=0")) {
      URI resource = jar.ready();
      try (RawClient deaf = new RawClient(resource)) {
        AtomicInteger sent = new AtomicInteger();
        Thread floods =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        String thousand = (GET + "\r\n").repeat(1_000);
                        while (sent.get() < requests) {
                          deaf.send(thousand);
                          sent.addAndGet(1_000);
                        }
                      } catch (IOException e) {
                        // It has been closed.
                      }
                    });
        awaitStandstill(floods, sent);
        assertThat(Burst.of(resource, 50, PATIENCE).rightResponses()).isEqualTo(50);
      }
      assertThat(jar.output()).doesNotContain("OutOfMemory");
    }
  }

  /** Waits until the flood has ended, or the service reads no more for a second; 4 s at most. */
  private static void awaitStandstill(Thread floods, AtomicInteger sent)
      throws InterruptedException {
    int before = -1;
    for (int second = 0; second < 4 && sent.get() != before; second++) {
      before = sent.get();
      if (floods.join(Duration.ofSeconds(1))) {
        return;
      }
    }
  }

  /** 50,000 of them, while an idle connection may live for an hour, in a small heap. */
  @Tag("nightly")
  @ParameterizedTest
  @MethodSource(Services.SERVERS)
  void requestsWithContentLeaveNothingBehind(Variant service) throws Exception {
    String post = "POST /myapp/myresource HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
    try (JarProcess jar =
        JarProcess.start(
            List.of("-Xmx48m", "-XX:+ExitOnOutOfMemoryError"),
            service,
            "PORT=0",
            "DELAY_MS=0",
            "WORKERS=20",
            "IDLE_TIMEOUT_S=3600")) {
      URI resource = jar.ready();
      try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int client = 0; client < 20; client++) {
          clients.submit(
              () -> {
                try (RawClient posts = new RawClient(resource)) {
                  for (int i = 0; i < 2_500; i++) {
                    posts.send(post);
                    posts.response();
                  }
                }
                return null;
              });
        }
      }
      assertThat(Burst.of(resource, 50, PATIENCE).rightResponses()).isEqualTo(50);
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
      Response metrics = client.get(Endpoint.METRICS);
      assertThat(metrics.status()).isEqualTo(200);
      assertThat(metrics.headers().get("Content-Type")).startsWith("text/plain");
      assertThat(metrics.body())
          .contains(
              "\nresource_requests_total 3.0\n",
              "\nrequests_queued 0.0\n",
              "\nrequest_duration_seconds_count 3\n",
              "\nresource_in_flight 0.0\n",
              "\nresource_duration_seconds_count 3\n",
              "\nresource_duration_seconds_bucket{le=\"0.01\"} 0\n",
              "jvm_memory_used_bytes",
              "jvm_threads_live_threads",
              "process_files_open_files");
      assertThat(metrics.body().contains("\nworkers_busy 0.0\n"))
          .isEqualTo(variant.name().equals("jersey-sync"));
    }
  }
}
