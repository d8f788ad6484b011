package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Experiments in a cluster, wherever kubectl has one that answers and that has this project's
 * images. Each has a namespace of its own; nothing else there is touched.
 */
@Tag("full")
@Order(Integer.MAX_VALUE)
class KubernetesIT {
  private static final String OURS = "app.kubernetes.io/part-of=rest-comparison";

  @TempDir private Path folder;
  private Path out;

  @BeforeAll
  static void requireCluster() throws Exception {
    boolean answers = exitCode("kubectl", "get", "namespaces", "--request-timeout=5s") == 0;
    skipUnless(answers, "no Kubernetes cluster answers kubectl here");
    String image = "--image=rest-comparison/gatling";
    String name = "rest-comparison-images";
    exitCode("kubectl", "delete", "pod", name, "--ignore-not-found");
    kubectl("run", name, image, "--restart=Never", "--image-pull-policy=IfNotPresent", "--", "-");
    boolean pulled =
        exitCode(
                "kubectl",
                "wait",
                "pod/" + name,
                "--for=jsonpath={.status.containerStatuses[0].imageID}",
                "--timeout=60s")
            == 0;
    kubectl("delete", "pod", name, "--wait=false");
    skipUnless(pulled, "the cluster has no image rest-comparison/gatling");
  }

  private static void skipUnless(boolean there, String why) {
    if (!there) {
      System.out.println("SKIPPED: all tests in a cluster: " + why);
    }
    assumeTrue(there, why);
  }

  @BeforeEach
  void out() {
    out = folder.resolve("out");
  }

  @AfterEach
  void nothingIsLeftInTheCluster() throws Exception {
    assertThat(kubectl("get", "pods,jobs", "-A", "-l", OURS, "-o", "name")).isEmpty();
    assertThat(kubectl("get", "namespaces", "-l", OURS, "-o", "name")).isEmpty();
  }

  @Test
  void experimentIsMeasuredByInjectorsTogether() throws Exception {
    String output = run(1, "--injectors=3", "--variants=vertx-rest");
    RunRecord run = records().get("vertx-rest");
    assertThat(run.status()).as(output).isNotEqualTo(Status.FAILED);
    assertThat(run.load().orElseThrow().requests()).isEqualTo(30 * 50);
    assertThat(run.load().orElseThrow().ko()).isZero();
    assertThat(run.notes()).contains("3 injectors, their logs read as one");
    assertThat(run.environment().container().orElseThrow().engine()).startsWith("Kubernetes v1.");
    assertThat(run.server().orElseThrow().cpuMicrosPerRequest()).isPresent();
    assertThat(run.server().orElseThrow().rssPeak()).isPresent();
    assertThat(out.resolve("index.html")).isRegularFile();
  }

  /** One of ours, as somebody would have it who knows nothing of us. */
  @Test
  void imageOfTheUserIsMeasured() throws Exception {
    String output =
        run(
            1,
            "--service=mine=docker:rest-comparison/vertx-rest",
            "--get=/myapp/myresource",
            "--expect=contains=Got it!",
            "--ready=/myapp/health",
            "--duration=5s");
    RunRecord run = records().get("mine");
    assertThat(run.status()).as(output).isNotEqualTo(Status.FAILED);
    assertThat(run.load().orElseThrow().ko()).isZero();
    assertThat(run.user().orElseThrow().service().from())
        .isEqualTo(
            new Origin.Image(
                "rest-comparison/vertx-rest",
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty()));
    assertThat(run.server().orElseThrow().cpuMicrosPerRequest()).isPresent();
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "--images=nowhere.invalid/team/ | its container cannot start: ImagePullBackOff: ",
        "--service-memory=48Mi | the service",
        "--service-cpus=99 | no node takes its pod: "
      })
  void whatCannotRunIsNamed(String option, String reason) throws Exception {
    run(1, option, "--variants=vertx-rest");
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
          .startsWith("the injectors' pods cannot be made: ")
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
    assertThat(run.reasons().getFirst()).contains(" of 2: its pod was deleted");
  }

  @Test
  void killedExperimentIsResumedAndLeavesNoPod() throws Exception {
    try (CompareProcess compare = start("--variants=vertx-rest", "--rounds=2")) {
      compare.until(() -> running("injector").size() == 2);
      compare.process().destroyForcibly().waitFor();
    }
    assertThat(running("service")).isNotEmpty();
    List<String> resumed = List.of("run", "--resume", "--out=" + out, "--retry-disturbed=0");
    try (CompareProcess compare = CompareProcess.start(folder, resumed.toArray(String[]::new))) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, 1);
    }
    try (Stream<Path> runs = Files.list(out.resolve("runs"))) {
      assertThat(runs.filter(run -> Files.exists(run.resolve("run.json")))).hasSize(2);
    }
  }

  private String namespace() throws Exception {
    return kubectl("get", "namespaces", "-l", OURS, "-o", "jsonpath={.items[0].metadata.name}");
  }

  /** The pods that run. */
  private static List<String> running(String component) throws Exception {
    String names =
        kubectl(
            "get",
            "pods",
            "-A",
            "-l",
            OURS + ",app.kubernetes.io/component=" + component,
            "--field-selector=status.phase=Running",
            "-o",
            "name");
    return names.lines().toList();
  }

  /** Options that are given replace those that are usual here. */
  private String[] arguments(String... more) {
    List<String> usual =
        List.of(
            "--rounds=1",
            "--users=30",
            "--requests=50",
            "--warm-up=2s",
            "--retry-disturbed=0",
            "--service-cpus=500m",
            "--service-memory=512Mi",
            "--injector-cpus=500m",
            "--injector-memory=1Gi");
    List<String> all = new ArrayList<>(List.of("run", "--runtime=kubernetes", "--no-aa"));
    all.add("--out=" + out);
    List<String> asked = Stream.of(more).map(KubernetesIT::option).toList();
    usual.stream()
        .filter(each -> !asked.contains(option(each)))
        .filter(each -> !(asked.contains("--duration") && option(each).equals("--requests")))
        .forEach(all::add);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static String option(String argument) {
    return argument.split("=", 2)[0];
  }

  private CompareProcess start(String... more) throws IOException {
    return CompareProcess.start(folder, arguments(more));
  }

  /** A run that is disturbed, here where all nodes share a host, is measured all the same. */
  private String run(int mostExitCode, String... more) throws Exception {
    try (CompareProcess compare = start(more)) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, mostExitCode);
      return compare.output();
    }
  }

  private Map<String, RunRecord> records() throws IOException {
    return RecordsOf.oneRound(out);
  }

  private static String kubectl(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    String output = new String(process.getInputStream().readAllBytes());
    String error = new String(process.getErrorStream().readAllBytes());
    assertThat(process.waitFor()).as(String.join(" ", command) + ": " + error).isZero();
    return output.strip();
  }

  /** -1 where there is no such command. */
  private static int exitCode(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(90, TimeUnit.SECONDS) ? process.exitValue() : -1;
    } catch (IOException e) {
      return -1;
    }
  }
}
