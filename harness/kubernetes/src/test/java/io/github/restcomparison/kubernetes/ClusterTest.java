package io.github.restcomparison.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of kubectl, which records its arguments. */
class ClusterTest {
  private static final PodSpec POD = new PodSpec("1", "1Gi", Map.of());
  private static final ClusterSpec CLUSTER =
      new ClusterSpec("kind", Optional.empty(), 1, "a/", POD, POD);

  @TempDir private Path folder;

  /** An experiment was killed, its namespace removed, and one of that name made by others. */
  @Test
  void namespaceOfOthersIsNotTouched() throws Exception {
    Kubectl kubectl =
        kubectl("case \"$*\" in *session=*) ;; *) echo namespace/rest-comparison-s1 ;; esac");
    assertThatIOException()
        .isThrownBy(() -> Cluster.open(kubectl, CLUSTER, "s1"))
        .withMessage(
            "namespace rest-comparison-s1 is not of this experiment (it has no label"
                + " rest-comparison/session=s1): it is not changed");
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("get "));
  }

  @Test
  void onlyObjectsOfTheSessionAreRemoved() throws Exception {
    Kubectl kubectl = kubectl("case \"$*\" in get*) echo namespace/rest-comparison-s1 ;; esac");
    Cluster.open(kubectl, CLUSTER, "s1").close();
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .filteredOn(line -> line.startsWith("delete "))
        .hasSize(2)
        .allMatch(line -> line.contains("-l rest-comparison/session=s1"));
  }

  @Test
  void onlyPodsOfTheOwnSessionAreRemovedAfterARun() throws Exception {
    Kubectl kubectl =
        kubectl(
            "case \"$*\" in get*) echo namespace/rest-comparison-s1 ;; create*) exit 1 ;; esac");
    try (Cluster cluster = Cluster.open(kubectl, CLUSTER, "s1")) {
      cluster.run(Runs.request(folder), folder.resolve("run"), line -> {});
    }
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .filteredOn(line -> line.startsWith("delete "))
        .anyMatch(line -> line.contains(",rest-comparison/run=run-"))
        .allMatch(line -> line.contains("-l rest-comparison/session=s1"));
  }

  @Test
  void namespaceThatIsStatedMustExistAndStays() throws Exception {
    ClusterSpec stated = new ClusterSpec("kind", Optional.of("mine"), 1, "a/", POD, POD);
    assertThatIOException()
        .isThrownBy(() -> Cluster.open(kubectl(":"), stated, "s1"))
        .withMessage("no such namespace: mine");
    Cluster.open(kubectl("case \"$*\" in get*) echo namespace/mine ;; esac"), stated, "s1").close();
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .noneMatch(line -> line.startsWith("delete namespaces") || line.startsWith("create"));
  }

  /** A failure of kubectl is not a failure of the service. */
  @Test
  void failureOfKubectlIsNotTheServices() throws Exception {
    Kubectl kubectl =
        kubectl(
            "case \"$*\" in get*) echo namespace/rest-comparison-s1 ;;"
                + " create*) echo 'error: connection refused' >&2; exit 1 ;; esac");
    try (Cluster cluster = Cluster.open(kubectl, CLUSTER, "s1")) {
      Path run = folder.resolve("run");
      cluster.run(Runs.request(folder), run, line -> {});
      RunRecord record = new RunFolder(run).readRecord();
      assertThat(record.reasons()).containsExactly("kubectl create: connection refused");
      assertThat(record.status()).isEqualTo(RunRecord.Status.INVALID);
    }
  }

  private Kubectl kubectl(String does) throws IOException {
    Path asked = folder.resolve("asked");
    return new Kubectl(
        List.of("bash", "-c", "echo \"$*\" >> '%s'; %s".formatted(asked, does), "kubectl"));
  }
}
