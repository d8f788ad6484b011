package io.github.restcomparison.runner.injector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceClockTest {
  private HttpServer server;
  private volatile long aheadMs;
  private volatile boolean showsTime = true;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/myapp/metrics",
        exchange -> {
          double now = (System.currentTimeMillis() + aheadMs) / 1e3;
          String answer =
              showsTime
                  ? "# HELP\nprocess_start_time_seconds %s\nprocess_uptime_seconds 12.5\n"
                      .formatted(now - 12.5)
                  : "# HELP\n";
          byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void measuresAClockThatIsAhead() throws Exception {
    aheadMs = 3_000;
    ServiceClock clock = ServiceClock.measure(metrics());
    assertThat(clock.uncertaintyMs()).isBetween(1.0, 1_000.0);
    assertThat(clock.offsetMs()).isCloseTo(3_000, within(clock.uncertaintyMs()));
  }

  @Test
  void serviceWithoutAClockIsAnError() {
    showsTime = false;
    assertThatThrownBy(() -> ServiceClock.measure(metrics()))
        .isInstanceOf(IOException.class)
        .hasMessage(metrics() + " does not tell its time");
  }

  /** In the formats of Micrometer. */
  @Test
  void readsPlainAndScientificNumbers() {
    assertThat(
            ServiceClock.timeIn(
                "process_start_time_seconds 1.795291381742E9\nprocess_uptime_seconds 0.258\n"))
        .hasValue(1_795_291_382_000.0);
    assertThat(ServiceClock.timeIn("process_uptime_seconds 0.258\n")).isEmpty();
  }

  private URI metrics() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/myapp/metrics");
  }
}
