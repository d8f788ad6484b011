package io.github.restcomparison.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Pods as Kubernetes 1.34 describes them, shortened to what is looked at. */
class PodTest {
  private static final String RUNNING =
      """
      {"name": "service", "imageID": "sha256:1", "state": {"running": {"startedAt": "2026-11-23T14:00:00Z"}}}
      """;

  private static Pod pod(String containers, String conditions, String more) {
    return new Pod(
        JsonMapper.builder()
            .build()
            .readTree(
                """
                {"metadata": {"name": "run-1"%s, "labels": {"app.kubernetes.io/component": "service"}, "annotations": {"batch.kubernetes.io/job-completion-index": "2"}},
                 "spec": {"nodeName": "node-3", "containers": [
                   {"name": "service", "resources": {"limits": {"memory": "64Mi"}}}]},
                 "status": {"phase": "Running", "podIP": "10.244.1.7",
                   "conditions": [%s], "containerStatuses": [%s]}}
                """
                    .formatted(more, conditions, containers)));
  }

  private static String condition(String type, String status, String more) {
    return "{\"type\": \"%s\", \"status\": \"%s\"%s}".formatted(type, status, more);
  }

  @Test
  void runningPodHasNoFailure() {
    Pod pod = pod(RUNNING, condition("Ready", "True", ""), "");
    assertThat(pod.failure()).isEmpty();
    assertThat(pod.isReady()).isTrue();
    assertThat(pod.node()).isEqualTo("node-3");
    assertThat(pod.address()).isEqualTo("10.244.1.7");
    assertThat(pod.imageId()).isEqualTo("sha256:1");
    assertThat(pod.hasEnded()).isFalse();
    assertThat(pod.number()).isEqualTo(3);
  }

  static Stream<Arguments> troubles() {
    return Stream.of(
        Arguments.of(
            waiting("ImagePullBackOff", "Back-off pulling image \\\"nowhere/vertx-rest\\\""),
            "container service: ImagePullBackOff: Back-off pulling image"
                + " \"nowhere/vertx-rest\""),
        Arguments.of(
            waiting(
                "CreateContainerConfigError", "container has runAsNonRoot and image has\\nroot"),
            "container service: CreateContainerConfigError: container has runAsNonRoot"
                + " and image has root"),
        Arguments.of(terminated(137, "OOMKilled"), "container service: OOMKilled (exit code 137)"));
  }

  private static String waiting(String reason, String message) {
    return "{\"name\": \"service\", \"state\": {\"waiting\": {\"reason\": \"%s\", \"message\": \"%s\"}}}"
        .formatted(reason, message);
  }

  private static String terminated(int code, String reason) {
    return "{\"name\": \"service\", \"state\": {\"terminated\": {\"exitCode\": %d, \"reason\": \"%s\"}}}"
        .formatted(code, reason);
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void permanentFailuresAreNamed(String container, String trouble) {
    assertThat(pod(container, "", "").failure()).contains(trouble);
  }

  @Test
  void onlyTheServiceMustNotEnd() {
    String sampler = terminated(1, "Error").replace("service", "sampler");
    assertThat(pod(RUNNING + ", " + sampler, "", "").failure()).isEmpty();
    assertThat(pod(terminated(1, "Error"), "", "").failure())
        .contains("container service: Error (exit code 1)");
  }

  @Test
  void temporaryStatesAreNoFailure() {
    assertThat(pod(waiting("ContainerCreating", ""), "", "").failure()).isEmpty();
    assertThat(pod(waiting("ErrImagePull", "timeout"), "", "").failure()).isEmpty();
    Pod unready =
        pod(RUNNING, condition("Ready", "False", ", \"reason\": \"ContainersNotReady\""), "");
    assertThat(unready.failure()).isEmpty();
    assertThat(unready.isReady()).isFalse();
  }

  @Test
  void deletedPodIsNamed() {
    assertThat(pod(RUNNING, "", ", \"deletionTimestamp\": \"2026-11-23T14:00:00Z\"").failure())
        .contains("its pod was deleted");
  }

  @Test
  void ipv6AddressIsInBrackets() {
    Pod pod =
        new Pod(
            JsonMapper.builder().build().readTree("{\"status\": {\"podIP\": \"fd00:10:244::7\"}}"));
    assertThat(pod.address()).isEqualTo("[fd00:10:244::7]");
  }

  @Test
  void injectorThatEndedHasDoneItsPartEvenIfItsRunFailed() {
    String ended = terminated(2, "Error").replace("service", "injector");
    assertThat(injector(ended).hasEnded()).isTrue();
    assertThat(injector(ended).failure()).isEmpty();
    assertThat(injector(ended.replace("Error", "OOMKilled")).failure())
        .contains("container injector: OOMKilled (exit code 2)");
  }

  @Test
  void serviceThatEndsByItselfHasFailed() {
    assertThat(pod(terminated(0, "Completed"), "", "").failure())
        .contains("container service: Completed (exit code 0)");
  }

  private static Pod injector(String container) {
    String json = pod(container, "", "").json().toString();
    return new Pod(
        JsonMapper.builder()
            .build()
            .readTree(json.replace("component\":\"service", "component\":\"injector")));
  }
}
