package io.github.restcomparison.compare.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class ManifestsTest {
  private static final ClusterSpec CLUSTER =
      new ClusterSpec(
          "kind",
          "measuring",
          true,
          3,
          "registry.example/team/",
          Optional.of("1.2"),
          new PodSpec("500m", "768Mi", Map.of("disk", "ssd")),
          new PodSpec("2", "1Gi", Map.of()));

  private static final ServiceContainer CONTAINER =
      new ServiceContainer(
          "registry.example/team/vertx-rest",
          Map.of("WAIT", "fixed", "QUOTED", "a: \"b\" {c} # d"),
          8080,
          Map.of("httpGet", Map.of("path", "/ready?of='a'&b=\"c\"", "port", 8080)),
          Duration.ofSeconds(60),
          Duration.ofSeconds(6),
          true,
          CLUSTER.service());

  private static Map<?, ?> yaml(String manifest) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(manifest);
  }

  private static Object at(Object tree, Object... path) {
    Object found = tree;
    for (Object step : path) {
      found =
          step instanceof Integer index
              ? ((List<?>) found).get(index)
              : ((Map<?, ?>) found).get(step);
    }
    return found;
  }

  @Test
  void serviceHasWhatItWasGivenAndNothingThatANamespaceRestricts() {
    Object pod = yaml(new Manifests(CLUSTER, "20261123T140000").service("run-1", CONTAINER));
    Object service = at(pod, "spec", "containers", 0);
    assertThat(at(service, "resources", "limits"))
        .isEqualTo(Map.of("cpu", "500m", "memory", "768Mi"))
        .isEqualTo(at(service, "resources", "requests"));
    assertThat(at(service, "env"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains(Map.of("name", "QUOTED", "value", "a: \"b\" {c} # d"));
    assertThat(at(service, "imagePullPolicy")).isEqualTo("IfNotPresent");
    assertThat(at(pod, "spec", "nodeSelector")).isEqualTo(Map.of("disk", "ssd"));
    assertThat(at(service, "startupProbe", "httpGet", "path")).isEqualTo("/ready?of='a'&b=\"c\"");
    assertThat(at(service, "startupProbe", "failureThreshold")).isEqualTo(60);
    assertThat(at(pod, "spec", "containers", 1, "image"))
        .isEqualTo("registry.example/team/gatling:1.2");
    assertThat(at(pod, "metadata", "labels", "rest-comparison/session"))
        .isEqualTo("20261123T140000");
    assertThat(at(pod, "spec", "initContainers", 0, "command", 0)).isEqualTo("keytool");
    List<Object> containers = new ArrayList<>((List<?>) at(pod, "spec", "containers"));
    containers.addAll((List<?>) at(pod, "spec", "initContainers"));
    for (Object container : containers) {
      assertThat(at(container, "securityContext", "allowPrivilegeEscalation")).isEqualTo(false);
      assertThat(at(container, "securityContext", "capabilities"))
          .isEqualTo(Map.of("drop", List.of("ALL")));
    }
  }

  @Test
  void injectorsAreSoManyWithHalfOfTheirMemoryAsHeap() {
    Object job = yaml(new Manifests(CLUSTER, "s").injectors("run-1", 3));
    assertThat(at(job, "spec", "completions")).isEqualTo(3);
    assertThat(at(job, "spec", "parallelism")).isEqualTo(3);
    Object injector = at(job, "spec", "template", "spec", "containers", 0);
    assertThat(at(injector, "env", 0)).isEqualTo(Map.of("name", "HEAP", "value", "512m"));
    assertThat(at(injector, "resources", "limits")).isEqualTo(Map.of("cpu", "2", "memory", "1Gi"));
  }

  @Test
  void namespaceIsRestricted() {
    Object namespace = yaml(new Manifests(CLUSTER, "s").namespace());
    assertThat(at(namespace, "metadata", "labels", "pod-security.kubernetes.io/enforce"))
        .isEqualTo("restricted");
  }

  @Test
  void whatNoClusterTakesIsRefused() {
    assertThatThrownBy(() -> new PodSpec("two", "1Gi", Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessage("CPUs of a pod two: must be such as 2, 1.5 or 500m");
    assertThatThrownBy(() -> new PodSpec("2", "1G", Map.of()))
        .hasMessage("memory of a pod 1G: must be such as 768Mi or 2Gi");
    assertThatThrownBy(
            () ->
                new ClusterSpec(
                    "kind",
                    "Mine",
                    true,
                    1,
                    "a/",
                    Optional.empty(),
                    CLUSTER.service(),
                    CLUSTER.injector()))
        .hasMessage("--namespace Mine: must be 1 to 63 small letters, digits and '-'");
    assertThatThrownBy(
            () ->
                new ClusterSpec(
                    "kind",
                    "mine",
                    true,
                    0,
                    "a/",
                    Optional.empty(),
                    CLUSTER.service(),
                    CLUSTER.injector()))
        .hasMessage("--injectors 0: must be 1 to 999");
  }
}
