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
record Pod(JsonNode json) {
  /** Reasons to wait that may pass; any other one stays. */
  private static final Set<String> PASSING =
      Set.of("ContainerCreating", "PodInitializing", "ErrImagePull");

  /** Containers that must not fail: the service, and the one that makes its key. */
  private static final Set<String> ESSENTIAL = Set.of("service", "key");

  /** Returns all of a list. */
  static List<Pod> of(JsonNode list) {
    List<Pod> all = new ArrayList<>();
    list.path("items").forEach(item -> all.add(new Pod(item)));
    return all;
  }

  String name() {
    return json.at("/metadata/name").asString();
  }

  /** Returns which pod of an indexed Job it is, from 1. */
  int number() {
    JsonNode index =
        json.at("/metadata/annotations").path("batch.kubernetes.io/job-completion-index");
    return 1 + Integer.parseInt(index.asString("0"));
  }

  /** Returns its node; empty until it has one. */
  String node() {
    return json.at("/spec/nodeName").asString("");
  }

  /** Returns its address as a URL has it, an IPv6 address in brackets; empty until it has one. */
  String address() {
    String address = json.at("/status/podIP").asString("");
    return address.contains(":") ? "[%s]".formatted(address) : address;
  }

  /** Returns whether all of its containers have started and pass their probes. */
  boolean isReady() {
    return ready().anyMatch(each -> each.path("status").asString("").equals("True"));
  }

  /** Returns whether all containers run. */
  boolean isRunning() {
    List<JsonNode> all = statuses("containerStatuses").toList();
    return !all.isEmpty() && all.stream().allMatch(each -> each.at("/state").has("running"));
  }

  /** Returns the exit code of a container that has ended. */
  OptionalInt exitCode(String container) {
    return container(container)
        .map(each -> each.at("/state/terminated/exitCode"))
        .filter(code -> !code.isMissingNode())
        .mapToInt(JsonNode::asInt)
        .findFirst();
  }

  /** Returns the id of a container's image, a hash of its content. */
  String imageId(String container) {
    return container(container)
        .map(each -> each.path("imageID").asString(""))
        .findFirst()
        .orElse("");
  }

  /** Returns what will not pass by waiting, in one clause. */
  Optional<String> failure() {
    if (json.at("/metadata").has("deletionTimestamp")) {
      return Optional.of("its pod was deleted");
    }
    JsonNode status = json.path("status");
    if (status.path("phase").asString("").equals("Failed") && status.has("reason")) {
      return Optional.of(said(status));
    }
    // A kubelet that is silent: its pods are said to run and not to be ready, without a reason.
    if (isRunning()
        && ready()
            .anyMatch(
                each -> each.path("status").asString("").equals("False") && !each.has("reason"))) {
      return Optional.of("node %s does not respond".formatted(node()));
    }
    return Stream.concat(statuses("initContainerStatuses"), statuses("containerStatuses"))
        .flatMap(container -> failure(container).stream())
        .findFirst();
  }

  private static Optional<String> failure(JsonNode container) {
    String name = "container %s: ".formatted(container.path("name").asString());
    JsonNode waiting = container.at("/state/waiting");
    if (waiting.has("reason") && !PASSING.contains(waiting.path("reason").asString())) {
      return Optional.of(name + said(waiting));
    }
    JsonNode ended = container.at("/state/terminated");
    int code = ended.path("exitCode").asInt(0);
    // An injector's record says why it failed, and a run without a sampler has no CPU figures.
    boolean counts = ESSENTIAL.contains(container.path("name").asString());
    return code == 0 || !counts && ended.path("reason").asString("").equals("Error")
        ? Optional.empty()
        : Optional.of(name + said(ended) + " (exit code %d)".formatted(code));
  }

  private static String said(JsonNode state) {
    String reason = state.path("reason").asString("");
    String message = state.path("message").asString("").replaceAll("\\s+", " ").strip();
    return message.isEmpty() ? reason : reason + ": " + message;
  }

  private Stream<JsonNode> ready() {
    return json.at("/status/conditions")
        .valueStream()
        .filter(each -> each.path("type").asString("").equals("Ready"));
  }

  private Stream<JsonNode> container(String name) {
    return statuses("containerStatuses").filter(each -> each.path("name").asString().equals(name));
  }

  private Stream<JsonNode> statuses(String field) {
    return json.at("/status").path(field).valueStream();
  }
}
