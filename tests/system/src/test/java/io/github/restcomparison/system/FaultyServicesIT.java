package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.system.driver.FaultyProxy;
import io.github.restcomparison.system.driver.FaultyProxy.Fault;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.JarProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that pass the check before the load, and break under it: never taken for good ones. */
@Tag("full")
@Order(2)
class FaultyServicesIT {
  private static final int DELAY_MS = 50;

  private static JarProcess honest;
  private static URI resource;

  @TempDir private Path folder;
  private String said = "";

  @BeforeAll
  static void start() throws Exception {
    honest =
        JarProcess.start(List.of(), Variant.named("vertx-rest"), "PORT=0", "DELAY_MS=" + DELAY_MS);
    resource = honest.ready();
  }

  @AfterAll
  static void stop() throws Exception {
    honest.close();
  }

  /** A status that is wrong, and a response before the wait can be over. */
  @Test
  void oneRequestInAHundredFailedWith500AndOneTooEarly() throws Exception {
    RunRecord record =
        measured(
            (nth, service) ->
                Optional.of(
                    switch (nth % 100) {
                      case 0 -> FaultyProxy.response("500 Internal Server Error", "sorry");
                      case 50 -> FaultyProxy.response("200 OK", "Got it!");
                      default -> service.response();
                    }));
    assertFailed(record, "requests failed: ");
    assertFailed(record, "× status 500");
    assertFailed(record, "× took less than 49 ms");
    assertThat(record.load().orElseThrow().counts().ko()).isPositive();
  }

  /**
   * Each response takes 40 ms longer on its way, over one line of 10,000 bytes/s: latency and a
   * bound, and nothing else. Nothing is known of the process of a service at an address.
   */
  @Test
  void slowAndNarrowLinkIsLatencyAndBoundsBytesPerSecond() throws Exception {
    ReentrantLock line = new ReentrantLock();
    RunRecord record =
        measured(
            12,
            (nth, service) -> {
              byte[] response = service.response();
              Thread.sleep(40);
              line.lock();
              try {
                Thread.sleep(response.length / 10);
                return Optional.of(response);
              } finally {
                line.unlock();
              }
            });
    assertThat(record.variant()).isEqualTo("faulty");
    assertThat(record.status()).isIn(Status.VALID, Status.INVALID);
    assertThat(GatlingProcess.objections(record)).isEmpty();
    RunFigures.LoadResult load = record.load().orElseThrow();
    assertThat(load.counts().ok()).isEqualTo(12 * 20);
    assertThat(load.counts().ko()).isZero();
    assertThat(load.latency().orElseThrow().min()).isGreaterThanOrEqualTo(DELAY_MS + 40);
    assertThat(load.window().bytesPerSecond()).isLessThan(11_000);
    assertThat(load.throughput()).isLessThan(150); // of 222
    boolean isRanked = record.status() == Status.VALID;
    assertThat(page())
        .contains(isRanked ? "% of the 400 that 20 users / 50 ms allow" : "round 1 INVALID");
    assertThat(record.server()).as("nothing is known of its process").isEmpty();
    assertThat(record.figures().host().orElseThrow().othersShare())
        .as("nor what is not its")
        .isNaN();
  }

  private RunRecord measured(Fault fault) throws Exception {
    return measured(60, fault);
  }

  private RunRecord measured(int requestsPerUser, Fault fault) throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(resource, fault);
        GatlingProcess gatling =
            GatlingProcess.start(
                folder,
                "RunningServiceSimulation",
                "baseUrl=" + proxy.url(),
                "name=faulty",
                "users=20",
                "requests=" + requestsPerUser,
                "delayMs=" + DELAY_MS,
                "warmUpSeconds=1")) {
      gatling.untilTheLoadBegins();
      proxy.arm();
      gatling.exitCode();
      said = gatling.output();
    }
    return GatlingProcess.records(folder.resolve("comparison")).getFirst();
  }

  private void assertFailed(RunRecord record, String reason) throws IOException {
    assertThat(record.status()).as(said).isEqualTo(Status.FAILED);
    assertThat(record.reasons()).anyMatch(each -> each.contains(reason));
    assertThat(page()).contains("FAILED").doesNotContain("requests/s is");
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("comparison/comparison.md"));
  }
}
