package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A liar that this project did not start; FaultyServicesIT has others, FaultsIT a dead port. */
@Order(4)
class RunningServiceIT {
  private static final String SIMULATION = "RunningServiceSimulation";

  @TempDir private Path folder;

  /** One of the lies that ContractCheckTest tells. */
  @Tag("full")
  @Test
  void liarFailsInOneLine() throws Exception {
    HttpServer liar = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    liar.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    liar.createContext(
        "/myapp/myresource",
        exchange -> {
          byte[] bytes = "Got it!".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, bytes.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
          }
        });
    liar.start();
    try {
      String url = "baseUrl=http://127.0.0.1:" + liar.getAddress().getPort();
      try (GatlingProcess gatling =
          GatlingProcess.start(folder, SIMULATION, url, "name=liar", "delayMs=2000")) {
        assertThat(gatling.exitCode()).isEqualTo(2);
        assertThat(gatling.lines().getLast())
            .contains("liar: GET /myapp/myresource: ", "took less than 1999 ms");
        assertThat(gatling.output()).doesNotContain("\tat ");
      }
    } finally {
      liar.stop(0);
    }
    RunRecord record = onlyRecord();
    assertThat(record.status()).isEqualTo(Status.FAILED);
    assertThat(record.load()).isEmpty();
    assertThat(Files.readString(folder.resolve("comparison/comparison.md")))
        .contains("FAILED")
        .doesNotContain("requests/s is");
  }

  private RunRecord onlyRecord() throws IOException {
    return GatlingProcess.records(folder.resolve("comparison")).getFirst();
  }
}
