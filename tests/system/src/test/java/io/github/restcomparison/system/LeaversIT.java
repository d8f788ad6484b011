package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.RawClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients who ask and leave before the response, so often; {@code -Dleavers=100000} for more. */
@Tag("nightly")
@Order(3)
class LeaversIT {
  private static final int LEAVERS = Integer.getInteger("leavers", 5_000);
  private static final int AT_ONCE = 500;

  /** By default a collection leaves a twentieth of the heap as it is, garbage or not. */
  private static final List<String> COMPACTS = List.of("-XX:MarkSweepAlwaysCompactCount=1");

  @ParameterizedTest
  @MethodSource(Services.LIMITED)
  void leaveNothingBehind(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(COMPACTS, service, "PORT=0", "DELAY_MS=100")) {
      URI resource = jar.ready();
      leave(resource, 10 * AT_ONCE); // pools and caches have what they will have
      Held before = Held.by(jar);
      leave(resource, LEAVERS);
      Held after = Held.by(jar);
      System.out.printf(
          "%s: %,d clients left; before %s, after %s%n", service.name(), LEAVERS, before, after);
      assertThat(after.heapBytes()).isLessThan(before.heapBytes() + (16 << 20));
      assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + 4);
      assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors() + 4);
      assertThat(Burst.of(resource, 1, Duration.ofSeconds(60)).rightResponses()).isEqualTo(1);
      assertThat(jar.lines()).hasSize(1);
    }
  }

  private static void leave(URI resource, int clients) throws Exception {
    for (int left = 0; left < clients; left += AT_ONCE) {
      Burst.disconnecting(resource, AT_ONCE, Duration.ofMillis(5));
    }
    awaitNoneInFlight(resource);
  }

  /** A service that blocks notices that a client has left when it writes the response. */
  private static void awaitNoneInFlight(URI service) throws Exception {
    try (RawClient client = new RawClient(service)) {
      await()
          .atMost(Duration.ofMinutes(10))
          .until(() -> client.get(Endpoint.METRICS).body().contains("\nresource_in_flight 0.0\n"));
    }
  }

  /** What a service holds, by its own account. */
  private record Held(long heapBytes, int threads, int descriptors) {
    static Held by(JarProcess jar) throws Exception {
      jar.collectGarbage();
      String metrics;
      try (RawClient client = new RawClient(jar.ready())) {
        metrics = client.get(Endpoint.METRICS).body();
      }
      return new Held(
          metrics
              .lines()
              .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
              .mapToLong(LeaversIT::value)
              .sum(),
          (int) one(metrics, "jvm_threads_live_threads "),
          (int) one(metrics, "process_files_open_files "));
    }

    private static long one(String metrics, String name) {
      return metrics
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToLong(LeaversIT::value)
          .findFirst()
          .orElseThrow();
    }

    @Override
    public String toString() {
      return "%.1f MiB of heap, %d threads, %d descriptors"
          .formatted(heapBytes / (double) (1 << 20), threads, descriptors);
    }
  }

  private static long value(String line) {
    return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }
}
