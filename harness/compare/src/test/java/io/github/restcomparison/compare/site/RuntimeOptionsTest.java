package io.github.restcomparison.compare.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.runner.host.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class RuntimeOptionsTest {
  @Command
  private static final class Holder {
    @Mixin private RuntimeOptions runtime;
  }

  private static Setup setup(Optional<ExperimentPlan> before, String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).setUnmatchedArgumentsAllowed(true).parseArgs(arguments);
    return holder.runtime.setup(
        before, Optional.empty(), new Placement.Anywhere(), "20261123T140000123");
  }

  private static ClusterSpec cluster(String... arguments) {
    return setup(Optional.empty(), arguments).cluster().orElseThrow();
  }

  private static ExperimentPlan plan(Setup setup) {
    return new ExperimentPlan(
        "20261123T140000123",
        new Design(List.of("vertx-rest"), Optional.empty(), 1, 1),
        LoadSpec.USUAL,
        setup,
        Optional.empty());
  }

  @Test
  void clusterHasANamespaceOfTheExperimentUnlessOneIsNamed() {
    assertThat(cluster("--runtime=kubernetes", "--context=kind"))
        .isEqualTo(
            new ClusterSpec(
                "kind",
                "rest-comparison-20261123t140000123",
                true,
                2,
                "rest-comparison/",
                Optional.empty(),
                new PodSpec("1", "1Gi", Map.of()),
                new PodSpec("1", "2Gi", Map.of())));
  }

  @Test
  void whatIsSaidReplacesWhatIsUsual() {
    ClusterSpec cluster =
        cluster(
            "--runtime=kubernetes",
            "--context=kind",
            "--injectors=7",
            "--images=registry.example/team",
            "--image-tag=1.2",
            "--service-cpus=1500m",
            "--service-node-selector=disk=ssd",
            "--service-node-selector=zone=a");
    assertThat(cluster.injectors()).isEqualTo(7);
    assertThat(cluster.images()).isEqualTo("registry.example/team/");
    assertThat(cluster.image("gatling")).isEqualTo("registry.example/team/gatling:1.2");
    assertThat(cluster.service())
        .isEqualTo(new PodSpec("1500m", "1Gi", Map.of("disk", "ssd", "zone", "a")));
  }

  @Test
  void resumedExperimentStaysWhereItIs() {
    Setup before = setup(Optional.empty(), "--runtime=kubernetes", "--context=kind");
    assertThat(setup(Optional.of(plan(before)))).isEqualTo(before);
    Setup other = setup(Optional.of(plan(before)), "--injectors=3");
    assertThat(plan(other).settings()).isNotEqualTo(plan(before).settings());
  }

  @Test
  void whatIsOfAClusterIsRefusedElsewhere() {
    assertThatThrownBy(() -> setup(Optional.empty(), "--service-cpus=2"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("may be given with --runtime kubernetes");
  }

  /** Each of them is a cluster's size, with the CPUs of its nodes in its first lines. */
  @ParameterizedTest
  @CsvSource({"small, 1, 1", "cloud, 4, 2", "large, 20, 8"})
  void filesOfOptionsAreRead(String file, int injectors, String serviceCpus) {
    ClusterSpec cluster =
        cluster(
            "--runtime=kubernetes",
            "--context=kind",
            "@../../docker/kubernetes/" + file + ".options");
    assertThat(cluster.injectors()).isEqualTo(injectors);
    assertThat(cluster.service().cpus()).isEqualTo(serviceCpus);
  }
}
