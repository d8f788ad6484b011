package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Experiments in a cluster, wherever there is one. */
@Tag("full")
@Order(Integer.MAX_VALUE)
class KubernetesIT extends ClusterExperiments {

  @Test
  void experimentIsMeasuredByInjectorsTogether() throws Exception {
    RunRecord run = measured("vertx-rest", "--injectors=3", "--variants=vertx-rest");
    assertThat(run.load().orElseThrow().counts().requests()).isEqualTo(30 * 50);
    assertThat(run.judgement().notes()).contains("3 injectors, their logs read as one");
    assertThat(run.subject().environment().container().orElseThrow().node()).isPresent();
    assertThat(run.subject().environment().container().orElseThrow().engine())
        .startsWith("Kubernetes v1.");
    assertThat(run.server().orElseThrow().cpu().cpuMicrosPerRequest()).isNotNaN();
    assertThat(run.server().orElseThrow().memory().rssPeak()).isNotNaN();
    assertThat(out.resolve("index.html")).isRegularFile();
    try (Stream<Path> files = Files.walk(out)) {
      assertThat(files.filter(file -> file.endsWith("gatling.log")))
          .isNotEmpty()
          .allSatisfy(log -> assertThat(log).content().doesNotContain("java.util.prefs"));
    }
  }

  /** Each asks for its part of the schedule over its part of the connections. */
  @Test
  void rateIsSharedByInjectors() throws Exception {
    RunRecord run =
        measured(
            "vertx-rest",
            "--variants=vertx-rest",
            "--rate=100/s",
            "--duration=5s",
            "--connections=40");
    assertThat(run.load().orElseThrow().counts().requests()).isEqualTo(500);
  }

  @Test
  void serviceOfOursSpeaksHttp2WithAKeyOfItsOwn() throws Exception {
    RunRecord run = measured("vertx-rest", "--variants=vertx-rest", "--protocol=http2");
    assertThat(run.settings().protocol()).contains(Protocol.HTTP2);
  }

  /** One of ours, as somebody would have it who knows nothing of us. */
  @Test
  void imageOfTheUserIsMeasured() throws Exception {
    RunRecord run =
        measured(
            "mine",
            "--service=mine=docker:rest-comparison/vertx-rest",
            "--get=/myapp/myresource",
            "--expect=contains=Got it!",
            "--ready=/myapp/health",
            "--duration=5s");
    assertThat(run.subject().user().orElseThrow().from())
        .isEqualTo(
            new Origin.Image(
                "rest-comparison/vertx-rest",
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty()));
    assertThat(run.server().orElseThrow().cpu().cpuMicrosPerRequest()).isNotNaN();
  }

  /** A run whose requests all got the right response. */
  private RunRecord measured(String name, String... options) throws Exception {
    String output = run(1, options);
    RunRecord run = records().get(name);
    assertThat(run.status()).as(output).isNotEqualTo(Status.FAILED);
    assertThat(run.load().orElseThrow().counts().ko()).isZero();
    return run;
  }
}
