package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.ProcessLauncher;
import io.github.restcomparison.runner.service.ServiceProcess;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services that this project did not start: honest ones, liars and dead ports. */
class RunningServiceIT {
  private static final String SIMULATION = "RunningServiceSimulation";

  @TempDir private Path folder;

  @Test
  void honestServiceIsMeasured() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(
            Path.of("../..").toRealPath(),
            Catalogue.variant("vertx-rest"),
            Map.of("DELAY_MS", "50"),
            new ProcessLauncher(),
            new Placement.Anywhere(),
            folder.resolve("service.log"))) {
      String url = "baseUrl=" + service.resource().resolve("/");
      try (GatlingProcess gatling =
          GatlingProcess.start(
              folder,
              SIMULATION,
              url,
              "name=mine",
              "users=20",
              "requests=20",
              "delayMs=50",
              "warmUpSeconds=1")) {
        assertThat(gatling.exitCode()).as(gatling.output()).isZero();
      }
    }
    RunRecord record = onlyRecord();
    assertThat(record.variant()).isEqualTo("mine");
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.status()).isIn(Status.VALID, Status.INVALID);
    assertThat(record.load().orElseThrow().ok()).isEqualTo(400);
    assertThat(record.server()).as("nothing is known of its process").isEmpty();
    assertThat(record.host().orElseThrow().othersShare()).as("nor what is not its").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "200, Got it, 100, 'GET body is ''Got it'', it should be ''Got it!'''",
    "500, Got it!, 100, 'GET status is ''500'', it should be ''200'''",
    "200, Got it!, 20, before the delay of 100 ms was over"
  })
  void liarFailsInOneLine(int status, String body, int delayMs, String line) throws Exception {
    HttpServer liar = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    liar.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    liar.createContext(
        "/myapp/myresource",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          pause(delayMs);
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(status, bytes.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
          }
        });
    liar.start();
    try {
      assertFailed(liar.getAddress().getPort(), line);
    } finally {
      liar.stop(0);
    }
  }

  @Test
  void deadPortFailsInOneLine() throws Exception {
    assertFailed(1, "no answer from http://127.0.0.1:1/myapp/myresource");
  }

  private void assertFailed(int port, String line) throws Exception {
    String url = "baseUrl=http://127.0.0.1:" + port;
    try (GatlingProcess gatling = GatlingProcess.start(folder, SIMULATION, url, "name=liar")) {
      assertThat(gatling.exitCode()).isEqualTo(2);
      assertThat(gatling.lines().getLast()).contains("liar breaks its contract", line);
      assertThat(gatling.output()).doesNotContain("\tat ");
    }
    RunRecord record = onlyRecord();
    assertThat(record.status()).isEqualTo(Status.FAILED);
    assertThat(record.load()).isEmpty();
    assertThat(Files.readString(folder.resolve("comparison/comparison.md")))
        .contains("FAILED")
        .doesNotContain("requests/s is");
  }

  private static void pause(int millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private RunRecord onlyRecord() throws IOException {
    return GatlingProcess.records(folder.resolve("comparison")).getFirst();
  }
}
