package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runtimes without the service-kit, started as a run starts them. */
@Tag("full")
@Order(3)
class RuntimesIT {
  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
  private static final Duration DELAY = Duration.ofMillis(100);
  private static final int WORKERS = 20;

  /** By 128 + 15, for SIGTERM. */
  private static final int ENDED_BY_SIGTERM = 143;

  @TempDir private Path folder;

  static Stream<Variant> runtimes() {
    return Variant.services().stream().filter(Variant::isStock);
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void keepsTheCommonPartOfTheContractAndEndsBySigterm(Variant variant) throws Exception {
    assertThat(variant.missing(PROJECT)).isEmpty();
    URI base = URI.create("http://127.0.0.1:" + freePort());
    Path log = folder.resolve("log");
    Process process = start(variant, base.getPort(), log);
    try {
      awaitHealth(base.resolve(Endpoint.HEALTH), process, log);
      URI resource = base.resolve(variant.path());
      OptionalInt workers = variant.bound(OptionalInt.of(WORKERS));
      assertThat(ContractCheck.violationsOfStock(resource, DELAY, workers)).isEmpty();
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
    } finally {
      process.destroyForcibly();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process start(Variant variant, int port, Path log) throws IOException {
    String command = variant.command(PROJECT).command();
    ProcessBuilder builder =
        new ProcessBuilder(List.of("sh", "-c", command))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PORT", Integer.toString(port));
    environment.put("DELAY_MS", Long.toString(DELAY.toMillis()));
    if (variant.waitsInWorker()) {
      environment.put("WORKERS", Integer.toString(WORKERS));
    }
    environment.putAll(variant.settings());
    return builder.start();
  }

  private static void awaitHealth(URI health, Process process, Path log) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(health).build();
      for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120); ; ) {
        try {
          if (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
            return;
          }
        } catch (IOException e) {
          assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        }
        assertThat(System.nanoTime()).as(Files.readString(log)).isLessThan(end);
        Thread.sleep(50);
      }
    }
  }
}
