package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Delay;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Services that wait for a back end over HTTP instead of for a clock. */
class BackEndIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration DELAY = Duration.ofMillis(100);

  private static JarProcess backEnd;
  private static URI resource;

  @TempDir private Path folder;

  @BeforeAll
  static void startBackEnd() throws IOException, InterruptedException {
    backEnd = JarProcess.start(Catalogue.variant("vertx-rest"), "PORT=0", "DELAY_MS=100");
    resource = backEnd.ready();
  }

  @AfterAll
  static void stopBackEnd() throws IOException {
    if (backEnd != null) {
      backEnd.close();
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.restcomparison.system.Services#asking")
  void contractIsKeptByAskingAnother(Variant variant) throws Exception {
    try (JarProcess service = start(variant, resource, "DOWNSTREAM_CONNECTIONS=60")) {
      assertThat(
              ContractCheck.violations(
                  service.ready(),
                  new Delay.OfBackEnd(BackEnd.HTTP, DELAY),
                  variant.bound(OptionalInt.of(200))))
          .isEmpty();
    }
  }

  /** Four questions over two connections, one after the other on each, take two turns. */
  @ParameterizedTest
  @MethodSource("io.github.restcomparison.system.Services#askingServices")
  void poolOfConnectionsIsABound(Variant variant) throws Exception {
    try (JarProcess service =
        start(variant, resource, "DOWNSTREAM_CONNECTIONS=2", "EVENT_LOOPS=1")) {
      URI uri = service.ready();
      Burst.of(uri, 4, PATIENCE); // the JVM is cold
      Burst burst = Burst.of(uri, 4, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(4);
      assertThat(burst.slowest()).isBetween(DELAY.multipliedBy(2), DELAY.multipliedBy(4));
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.restcomparison.system.Services#askingServices")
  void backEndThatIsSilentOrGoneIsNoAnswer(Variant variant) throws Exception {
    ServerSocket silent = new ServerSocket(0); // it accepts, and says nothing
    URI uri = URI.create("http://127.0.0.1:%d/x".formatted(silent.getLocalPort()));
    try (silent;
        JarProcess service = start(variant, uri, "TIMEOUT_MS=500")) {
      URI asked = service.ready();
      Burst late = Burst.of(asked, 2, PATIENCE);
      assertThat(late.answers()).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503));
      assertThat(late.slowest()).isLessThan(Duration.ofSeconds(3));
      silent.close();
      assertThat(Burst.of(asked, 2, PATIENCE).answers())
          .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(502));
    }
  }

  @Test
  void backEndIsStartedAndItsCostIsInTheRecord() throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "JerseyAsyncSimulation",
            "wait=http",
            "users=10",
            "requests=20",
            "delayMs=50",
            "warmUpSeconds=1")) {
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.settings().waits()).contains("http");
    assertThat(record.service()).containsEntry("downstreamConnections", "50");
    Server asked = record.backEnd().orElseThrow();
    assertThat(asked.requestsSeen().orElseThrow()).isGreaterThanOrEqualTo(200);
    assertThat(asked.cpuMicrosPerRequest().orElseThrow()).isPositive();
  }

  @Test
  void serviceThatCannotAskSaysSo() throws Exception {
    try (JarProcess service = start(Catalogue.variant("tomcat"), resource)) {
      assertThat(service.exitCode()).isEqualTo(2);
      assertThat(service.output().strip())
          .isEqualTo("tomcat: WAIT (-Dwait) is 'http': it may be fixed or uniform or shared-tick");
    }
  }

  private static JarProcess start(Variant variant, URI asked, String... settings)
      throws IOException {
    String[] all = new String[settings.length + 4];
    all[0] = "PORT=0";
    all[1] = "WAIT=http";
    all[2] = "DELAY_MS=100";
    all[3] = "DOWNSTREAM=" + asked;
    System.arraycopy(settings, 0, all, 4, settings.length);
    return JarProcess.start(variant, all);
  }
}
