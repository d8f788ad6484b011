package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What goes wrong in a cluster: one line names it, and nothing is left there. */
@Tag("full")
@Order(Integer.MAX_VALUE)
class KubernetesFaultsIT extends ClusterExperiments {
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "--images=nowhere.invalid/team/ | container service: ImagePullBackOff: ",
        "500m 48Mi | the service",
        "99 512Mi | pods are without a node after 6"
      })
  void whatCannotRunIsNamed(String option, String reason) throws Exception {
    String[] pod = option.split(" ");
    run(
        1,
        pod.length == 2 ? "--file=" + clusterFile(pod[0], pod[1]) : option,
        "--variants=vertx-rest");
    RunRecord run = records().get("vertx-rest");
    assertThat(run.status()).isIn(Status.FAILED, Status.INVALID);
    assertThat(run.reasons().getFirst()).contains(reason).doesNotContain("\n");
  }

  @Test
  void quotaIsNamed() throws Exception {
    String namespace = "rest-comparison-it-quota";
    kubectl("create", "namespace", namespace);
    try {
      kubectl("create", "quota", "few", "--hard=pods=2", "-n", namespace);
      run(1, "--namespace=" + namespace, "--injectors=3", "--variants=vertx-rest");
      assertThat(records().get("vertx-rest").reasons().getFirst())
          .startsWith("pods are without a node after 6")
          .contains("exceeded quota: few");
      assertThat(kubectl("get", "namespace", namespace, "-o", "name")).isNotEmpty();
    } finally {
      kubectl("delete", "namespace", namespace);
    }
  }

  @Test
  void whoIsForbiddenToMakePodsIsToldSoBeforeAnythingIsStarted() throws Exception {
    JsonNode config =
        JsonMapper.builder()
            .build()
            .readTree(kubectl("config", "view", "--raw", "--minify", "--flatten", "-o", "json"));
    ((ObjectNode) config.at("/users/0/user")).put("as", "nobody-of-rest-comparison");
    Path file = Files.writeString(folder.resolve("config"), config.toString());
    try (CompareProcess compare =
        CompareProcess.start(
            Map.of("KUBECONFIG", file.toString()),
            List.of(),
            folder,
            arguments("--variants=vertx-rest"))) {
      assertThat(compare.exitCode()).as(compare.output()).isEqualTo(2);
      assertThat(compare.output()).contains("nobody-of-rest-comparison").contains("orbidden");
    }
  }

  @Test
  void injectorThatIsKilledMakesTheRunInvalid() throws Exception {
    try (CompareProcess compare = start("--injectors=2", "--variants=vertx-rest")) {
      compare.until(() -> running("injector").size() == 2);
      kubectl("delete", "-n", namespace(), running("injector").getFirst(), "--now");
      assertThat(compare.exitCode()).as(compare.output()).isEqualTo(1);
    }
    RunRecord run = records().get("vertx-rest");
    assertThat(run.status()).isEqualTo(Status.INVALID);
    assertThat(run.reasons().getFirst()).contains("njector").contains(": its pod was deleted");
  }

  @Test
  void killedExperimentIsResumedAndLeavesNoPod() throws Exception {
    try (CompareProcess compare = start("--variants=vertx-rest", "--rounds=2")) {
      compare.until(() -> running("injector").size() == 2);
      compare.process().destroyForcibly().waitFor();
    }
    assertThat(running("service")).isNotEmpty();
    List<String> resumed = List.of("run", "--resume=" + out);
    try (CompareProcess compare = CompareProcess.start(folder, resumed.toArray(String[]::new))) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, 1);
    }
    try (Stream<Path> runs = Files.list(out.resolve("runs"))) {
      assertThat(runs.filter(run -> Files.exists(run.resolve("run.json")))).hasSize(2);
    }
  }

  /** As while a cluster's DNS is down: 20 s after the injectors run there is no such name yet. */
  @Test
  void nameThatIsNotKnownYetIsAskedForAgain() throws Exception {
    String namespace = "rest-comparison-it-names";
    kubectl("create", "namespace", namespace);
    try {
      String image = "--image=rest-comparison/vertx-rest";
      kubectl("run", "orders", image, "--image-pull-policy=IfNotPresent", "-n", namespace);
      kubectl("wait", "pod/orders", "--for=condition=Ready", "--timeout=90s", "-n", namespace);
      String service = "--service=mine=http://orders.%s:8080".formatted(namespace);
      try (CompareProcess compare = start(service, "--get=/myapp/myresource", "--duration=5s")) {
        compare.until(() -> running("injector").size() == 2);
        Thread.sleep(20_000);
        kubectl("expose", "pod", "orders", "--port=8080", "-n", namespace);
        assertThat(compare.exitCode()).as(compare.output()).isBetween(0, 1);
      }
      RunRecord run = records().get("mine");
      assertThat(run.status()).as("%s", run.reasons()).isNotEqualTo(Status.FAILED);
      assertThat(run.load()).as("%s", run.reasons()).isPresent();
      assertThat(run.load().orElseThrow().counts().ko()).isZero();
    } finally {
      kubectl("delete", "namespace", namespace);
    }
  }
}
