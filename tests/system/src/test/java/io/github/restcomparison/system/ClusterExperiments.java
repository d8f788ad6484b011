package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Experiments in a cluster, wherever kubectl has one that responds and that has this project's
 * images. Each has a namespace of its own; nothing else there is touched. One after another: each
 * looks whether anything of ours is left there.
 */
@ResourceLock("the cluster")
abstract class ClusterExperiments {
  private static final String OURS = "app.kubernetes.io/part-of=rest-comparison";

  @TempDir Path folder;
  Path out;

  @BeforeAll
  static void requireCluster() throws Exception {
    boolean responses = exitCode("kubectl", "get", "namespaces", "--request-timeout=5s") == 0;
    skipUnless(responses, "no Kubernetes cluster responds to kubectl here");
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

  String namespace() throws Exception {
    return kubectl("get", "namespaces", "-l", OURS, "-o", "jsonpath={.items[0].metadata.name}");
  }

  /** The pods that run. */
  static List<String> running(String component) throws Exception {
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
  String[] arguments(String... more) {
    List<String> usual =
        List.of(
            "--rounds=1",
            "--users=30",
            "--requests=50",
            "--warm-up=2s",
            "--file=" + clusterFile("500m", "512Mi"));
    List<String> all = new ArrayList<>(List.of("run", "--runtime=kubernetes", "--control=none"));
    all.add("--out=" + out);
    List<String> asked = Stream.of(more).map(ClusterExperiments::option).toList();
    List<String> closed = asked.contains("--rate") ? List.of("--users") : List.of();
    List<String> counted = asked.contains("--duration") ? List.of("--requests") : List.of();
    usual.stream()
        .filter(each -> Stream.of(asked, closed, counted).noneMatch(o -> o.contains(option(each))))
        .forEach(all::add);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** A file that states what pods may use. */
  String clusterFile(String cpus, String memory) {
    try {
      return Files.writeString(
              folder.resolve("cluster-%s-%s.yaml".formatted(cpus, memory)),
              """
              cluster:
                service: {cpus: %s, memory: %s}
                injector: {cpus: 500m, memory: 1Gi}
              """
                  .formatted(cpus, memory))
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String option(String argument) {
    return argument.split("=", 2)[0];
  }

  CompareProcess start(String... more) throws IOException {
    return CompareProcess.start(folder, arguments(more));
  }

  /** A run that is disturbed, here where all nodes share a host, is measured all the same. */
  String run(int mostExitCode, String... more) throws Exception {
    try (CompareProcess compare = start(more)) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, mostExitCode);
      return compare.output();
    }
  }

  Map<String, RunRecord> records() throws IOException {
    return RecordsOf.oneRound(out);
  }

  static String kubectl(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    String output = new String(process.getInputStream().readAllBytes());
    String error = new String(process.getErrorStream().readAllBytes());
    assertThat(process.waitFor()).as(String.join(" ", command) + ": " + error).isZero();
    return output.strip();
  }

  /** -1 if there is no such command. */
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
