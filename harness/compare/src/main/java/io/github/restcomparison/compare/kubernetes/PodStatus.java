package io.github.restcomparison.compare.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the API server says of a pod.
 *
 * @param json the object as {@code kubectl get} prints it
 */
record PodStatus(JsonNode json) {
  /** Why a container cannot start, however long anybody waits. */
  private static final Set<String> CANNOT_START =
      Set.of(
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError");

  /** All of a list. */
  static List<PodStatus> of(JsonNode list) {
    List<PodStatus> all = new ArrayList<>();
    list.path("items").forEach(item -> all.add(new PodStatus(item)));
    return all;
  }

  String name() {
    return json.at("/metadata/name").asString();
  }

  /** Which pod of an indexed Job it is, from 0. */
  int index() {
    return Integer.parseInt(
        json.at("/metadata/annotations")
            .path("batch.kubernetes.io/job-completion-index")
            .asString("0"));
  }

  /** Empty until it has one. */
  String node() {
    return json.at("/spec/nodeName").asString("");
  }

  /** Empty until it has one. */
  String address() {
    return json.at("/status/podIP").asString("");
  }

  /** Whether all of its containers have started and answer what they are asked for that. */
  boolean isReady() {
    return json.at("/status/conditions")
        .valueStream()
        .anyMatch(each -> isCondition(each, "Ready", "True"));
  }

  /** Whether all containers run. */
  boolean isRunning() {
    List<JsonNode> all = containers().toList();
    return !all.isEmpty()
        && all.stream().allMatch(each -> !each.at("/state/running").isMissingNode());
  }

  /** What a container has exited with, where it has. */
  OptionalInt exitCode(String container) {
    return containers()
        .filter(each -> each.path("name").asString().equals(container))
        .map(each -> each.at("/state/terminated/exitCode"))
        .filter(code -> !code.isMissingNode())
        .mapToInt(JsonNode::asInt)
        .findFirst();
  }

  /** The id of a container's image, a hash of all that is in it. */
  String imageId(String container) {
    return containers()
        .filter(each -> each.path("name").asString().equals(container))
        .map(each -> each.path("imageID").asString(""))
        .findFirst()
        .orElse("");
  }

  /** What is wrong with it for good, in one clause; empty where nothing is. */
  Optional<String> trouble() {
    if (!json.at("/metadata/deletionTimestamp").isMissingNode()) {
      return Optional.of("its pod was deleted");
    }
    return Stream.of(
            all().flatMap(container -> cannotStart(container).stream()),
            all().flatMap(container -> killed(container).stream()),
            before().flatMap(container -> failed(container).stream()),
            evicted().stream(),
            lost().stream())
        .flatMap(each -> each)
        .findFirst();
  }

  /** Why no node takes it, as far as that is known now. */
  Optional<String> unschedulable() {
    return json.at("/status/conditions")
        .valueStream()
        .filter(each -> isCondition(each, "PodScheduled", "False"))
        .map(each -> "no node takes its pod: " + each.path("message").asString(""))
        .findFirst();
  }

  private Stream<JsonNode> containers() {
    return json.at("/status/containerStatuses").valueStream();
  }

  /** Those that have to end before the others start. */
  private Stream<JsonNode> before() {
    return json.at("/status/initContainerStatuses").valueStream();
  }

  private Stream<JsonNode> all() {
    return Stream.concat(before(), containers());
  }

  private static Optional<String> failed(JsonNode before) {
    int code = before.at("/state/terminated/exitCode").asInt(0);
    return code == 0
        ? Optional.empty()
        : Optional.of(
            "its container %s ended with exit code %d"
                .formatted(before.path("name").asString(), code));
  }

  private static Optional<String> cannotStart(JsonNode container) {
    JsonNode waiting = container.at("/state/waiting");
    String reason = waiting.path("reason").asString("");
    return CANNOT_START.contains(reason)
        ? Optional.of(
            "its container cannot start: %s: %s"
                .formatted(reason, waiting.path("message").asString("").replaceAll("\\R", " ")))
        : Optional.empty();
  }

  private Optional<String> killed(JsonNode container) {
    String reason = container.at("/state/terminated/reason").asString("");
    String name = container.path("name").asString();
    return reason.equals("OOMKilled")
        ? Optional.of("it used more memory than its limit of %s: OOMKilled".formatted(limit(name)))
        : Optional.empty();
  }

  private String limit(String container) {
    return Stream.of("/spec/containers", "/spec/initContainers")
        .flatMap(list -> json.at(list).valueStream())
        .filter(each -> each.path("name").asString().equals(container))
        .map(each -> each.at("/resources/limits/memory").asString("none"))
        .findFirst()
        .orElse("none");
  }

  private Optional<String> evicted() {
    JsonNode status = json.path("status");
    String reason = status.path("reason").asString("");
    return status.path("phase").asString("").equals("Failed") && !reason.isEmpty()
        ? Optional.of(
            "its pod was ended: %s: %s".formatted(reason, status.path("message").asString("")))
        : Optional.empty();
  }

  /** A node whose kubelet is silent: its pods are said to run, and not to be ready. */
  private Optional<String> lost() {
    boolean unheard =
        json.at("/status/conditions")
            .valueStream()
            .filter(each -> isCondition(each, "Ready", "False"))
            .anyMatch(each -> each.path("reason").isMissingNode());
    return isRunning() && unheard
        ? Optional.of("its node %s is not heard of any more".formatted(node()))
        : Optional.empty();
  }

  private static boolean isCondition(JsonNode condition, String type, String status) {
    return condition.path("type").asString("").equals(type)
        && condition.path("status").asString("").equals(status);
  }
}
