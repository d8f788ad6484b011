package io.github.restcomparison.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;

class ManifestsTest {
  private static final ClusterSpec CLUSTER =
      new ClusterSpec(
          "kind",
          Optional.of("measuring"),
          3,
          "registry.example/team/",
          new PodSpec("500m", "768Mi", Map.of("disk", "ssd")),
          new PodSpec("2", "1Gi", Map.of()));

  private static final String READY = "/ready?of='a'&b=\"c\"";

  private static final ServiceSpec SERVICE =
      ServiceSpec.of(
          new Origin.Image(
              "registry.example/app:1",
              OptionalInt.of(9090),
              Optional.empty(),
              Optional.of("512m")),
          Map.of(
              "AT",
              "0.0.0.0:{port}",
              "QUOTED",
              "a: \"b\" {c} # $${d}",
              "KEY_STORE",
              "/tmp/service.p12"),
          new Lifetime(Optional.of(READY), Duration.ofMinutes(10), "TERM", Duration.ofSeconds(6)));

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
  void serviceHasItsSettingsAndIsRestricted() {
    Object pod = yaml(new Manifests(CLUSTER, "20261123T140000").service("run-1", SERVICE));
    Object service = at(pod, "spec", "containers", 0);
    assertThat(at(service, "resources", "limits"))
        .isEqualTo(Map.of("cpu", "500m", "memory", "512Mi"))
        .isEqualTo(at(service, "resources", "requests"));
    assertThat(at(service, "env"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains(Map.of("name", "QUOTED", "value", "a: \"b\" {c} # ${d}"))
        .contains(Map.of("name", "AT", "value", "0.0.0.0:9090"));
    assertThat(at(service, "imagePullPolicy")).isEqualTo("IfNotPresent");
    assertThat(at(pod, "spec", "nodeSelector")).isEqualTo(Map.of("disk", "ssd"));
    assertThat(at(service, "startupProbe", "httpGet", "path")).isEqualTo(READY);
    assertThat(at(service, "startupProbe", "failureThreshold")).isEqualTo(600);
    assertThat(at(pod, "spec", "containers", 1, "image"))
        .isEqualTo("registry.example/team/gatling");
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

  /** Docker's text: k, m and g are powers of 1024 there. */
  @ParameterizedTest
  @CsvSource({
    "512m, 512Mi, 0.25",
    "524288k, 524288Ki, 1.25",
    "2g, 2Gi, 0.01",
    "536870912b, 536870912, 2",
    "536870912, 536870912, 999.99",
    "6m, 6Mi, 1",
    "999999g, 999999Gi, 1"
  })
  void podHasTheLimitsOfItsImage(String memory, String quantity, String cpus) {
    Origin.Image image =
        new Origin.Image("a", OptionalInt.empty(), Optional.of(cpus), Optional.of(memory));
    ServiceSpec service = ServiceSpec.of(image, Map.of(), Optional.empty());
    assertThat(Manifests.pod(service, CLUSTER))
        .isEqualTo(new PodSpec(cpus, quantity, CLUSTER.service().nodeSelector()));
  }

  @Test
  void addressOfIpv6IsInBracketsAndTlsIsInTheScheme() {
    Pod pod =
        new Pod(JsonMapper.builder().build().readTree("{\"status\": {\"podIP\": \"fd00:10::7\"}}"));
    String root = Manifests.root(SERVICE, pod);
    assertThat(root).isEqualTo("https://[fd00:10::7]:9090");
    assertThat(root).matches(Origin.SERVER);
  }

  @Test
  void serviceWithoutAPathToAskIsReadyOnceItListens() {
    ServiceSpec service =
        ServiceSpec.of(
            new Origin.Image("a", OptionalInt.empty(), Optional.empty(), Optional.empty()),
            Map.of(),
            Optional.empty());
    Object pod = yaml(new Manifests(CLUSTER, "s").service("run-1", service));
    assertThat(at(pod, "spec", "containers", 0, "startupProbe"))
        .isEqualTo(
            Map.of("tcpSocket", Map.of("port", 8080), "periodSeconds", 1, "failureThreshold", 60));
    assertThat(at(pod, "spec").toString()).doesNotContain("keytool");
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

  /** As Gatling's simulation does, if nothing ends them. */
  @Test
  void podsEndAnHourAfterTheLongestLoad() {
    Manifests manifests = new Manifests(CLUSTER, "s");
    for (String pod : List.of(manifests.injectors("a", 3), manifests.service("a", SERVICE))) {
      assertThat(at(yaml(pod), "spec", "activeDeadlineSeconds")).isEqualTo(4 * 60 * 60);
    }
  }

  /**
   * By the rule of Kubernetes: each container has limits of CPU and memory, and requests equal
   * them.
   */
  @Test
  void podsAreGuaranteed() {
    Manifests manifests = new Manifests(CLUSTER, "s");
    Object service = at(yaml(manifests.service("run-1", SERVICE)), "spec");
    Object injector = at(yaml(manifests.injectors("run-1", 3)), "spec", "template", "spec");
    assertThat((List<?>) at(service, "initContainers")).hasSize(1);
    for (Object each :
        List.of(
            at(service, "initContainers"), at(service, "containers"), at(injector, "containers"))) {
      for (Object container : (List<?>) each) {
        Map<?, ?> limits = (Map<?, ?>) at(container, "resources", "limits");
        assertThat(limits.keySet()).isEqualTo(Set.of("cpu", "memory"));
        assertThat(at(container, "resources", "requests"))
            .as("%s", at(container, "name"))
            .isEqualTo(limits);
      }
    }
    assertThat(((Map<?, ?>) injector).containsKey("initContainers")).isFalse();
  }

  @Test
  void namespaceIsRestricted() {
    Object namespace = yaml(new Manifests(CLUSTER, "s").namespace());
    assertThat(at(namespace, "metadata", "labels", "pod-security.kubernetes.io/enforce"))
        .isEqualTo("restricted");
  }
}
