package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.RawClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runtimes without the service-kit, started as a run starts them. */
@Tag("full")
@Order(3)
class RuntimesIT {
  private static final Duration DELAY = Duration.ofMillis(100);
  private static final int WORKERS = 20;

  /** By 128 + 15, for SIGTERM. */
  private static final int ENDED_BY_SIGTERM = 143;

  @TempDir private Path folder;

  /** Returns the variants of each process: the paths of some services have different models. */
  static Stream<Named<List<Variant>>> processes() {
    Map<String, List<Variant>> processes =
        Variant.services().stream()
            .filter(Variant::isStock)
            .collect(
                Collectors.groupingBy(
                    variant -> variant.module() + variant.settings(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return processes.entrySet().stream().map(each -> Named.of(each.getKey(), each.getValue()));
  }

  @ParameterizedTest
  @MethodSource("processes")
  void keepsTheCommonPartOfTheContractAndEndsBySigterm(List<Variant> variants) throws Exception {
    URI base = URI.create("http://127.0.0.1:" + LocalPorts.free(1).getFirst());
    try (JarProcess service =
        JarProcess.asMeasured(
            variants.getFirst(),
            "PORT=" + base.getPort(),
            "DELAY_MS=" + DELAY.toMillis(),
            "WORKERS=" + WORKERS)) {
      service.until(() -> isHealthy(base.resolve(Endpoint.HEALTH)));
      for (Variant variant : variants) {
        URI resource = base.resolve(variant.path());
        OptionalInt workers = variant.maxWaiting(OptionalInt.of(WORKERS));
        assertThat(ContractCheck.violationsOfStock(resource, DELAY, workers))
            .as(variant.name())
            .isEmpty();
      }
      assertThat(service.hasServiceKit()).isFalse();
      service.process().destroy();
      assertThat(service.exitCode()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(service.temporaryFiles()).isEmpty();
    }
  }

  /** Twenty users over ten workers that wait 50 ms each: 200/s. */
  @Test
  void runMeasuresItByItsOwnPathAndPool() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VariantSimulation",
            "variant=quarkus-worker@WORKERS=10",
            "users=20",
            "requests=20",
            "delayMs=50",
            "warmUpSeconds=0")) {
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.load().orElseThrow().counts().ok()).isEqualTo(400);
    assertThat(record.settings().limits().ceiling()).isEqualTo(200);
    assertThat(record.load().orElseThrow().throughput()).isLessThan(210);
    assertThat(record.subject().service())
        .containsEntry("env WORKERS", "10")
        .containsEntry("env DELAY_MS", "50")
        .containsKey("heap");
  }

  private static boolean isHealthy(URI health) {
    try (RawClient client = new RawClient(health)) {
      return client.get(health.getPath()).status() == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
