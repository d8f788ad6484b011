package io.github.restcomparison.kubernetes;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A pod according to the API server.
 *
 * @param json the object as {@code kubectl get} prints it
 */
record Pod(JsonNode json) {
  /** Reasons to wait that may pass; any other one stays. */
  private static final Set<String> PASSING =
      Set.of("ContainerCreating", "PodInitializing", "ErrImagePull");

  String name() {
    return json.at("/metadata/name").asString();
  }

  boolean isService() {
    return component().equals("service");
  }

  /** Returns the name of its main container. */
  String component() {
    return json.at("/metadata/labels").path("app.kubernetes.io/component").asString("");
  }

  /** Returns which pod of an indexed Job it is, from 1. */
  int number() {
    JsonNode all = json.at("/metadata/annotations");
    return 1 + all.path("batch.kubernetes.io/job-completion-index").asInt(0);
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

  /** Returns its QoS class: {@code Guaranteed}, {@code Burstable} or {@code BestEffort}. */
  String qosClass() {
    return json.at("/status/qosClass").asString("unknown");
  }

  /** Returns whether all of its containers have started and pass their probes. */
  boolean isReady() {
    return json.at("/status/conditions")
        .valueStream()
        .filter(each -> each.path("type").asString("").equals("Ready"))
        .anyMatch(each -> each.path("status").asString("").equals("True"));
  }

  /** Returns whether the main container has ended. */
  boolean hasEnded() {
    return main().at("/state").has("terminated");
  }

  /** Returns the id of the main container's image, a hash of its content. */
  String imageId() {
    return main().path("imageID").asString("");
  }

  private JsonNode main() {
    return json.at("/status/containerStatuses")
        .valueStream()
        .filter(each -> each.path("name").asString("").equals(component()))
        .findFirst()
        .orElse(json.path(""));
  }

  /** Returns why it cannot do its part, as {@code kubectl describe} has it. */
  Optional<String> failure() {
    JsonNode status = json.path("status");
    if (json.at("/metadata").has("deletionTimestamp")) {
      return Optional.of("its pod was deleted");
    }
    if (status.path("phase").asString("").equals("Failed") && status.has("reason")) {
      return Optional.of(text(status));
    }
    return Stream.concat(
            Stream.of(main()),
            Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(kind -> status.path(kind).valueStream()))
        .flatMap(container -> failure(container).stream())
        .findFirst();
  }

  private Optional<String> failure(JsonNode container) {
    String name = container.path("name").asString("");
    JsonNode waiting = container.at("/state/waiting");
    if (waiting.has("reason") && !PASSING.contains(waiting.path("reason").asString())) {
      return Optional.of("container %s: %s".formatted(name, text(waiting)));
    }
    JsonNode ended = container.at("/state/terminated");
    int code = ended.path("exitCode").asInt(-1);
    boolean isError = ended.path("reason").asString("").equals("Error");
    // The record of an injector has its failure. A run without a sampler has no CPU figures.
    boolean mayFail = isError && (!isService() || name.equals("sampler"));
    return code < 0 || code == 0 && !name.equals("service") || mayFail
        ? Optional.empty()
        : Optional.of("container %s: %s (exit code %d)".formatted(name, text(ended), code));
  }

  private static String text(JsonNode state) {
    String message = state.path("message").asString("").replaceAll("\\s+", " ").strip();
    return state.path("reason").asString("") + (message.isEmpty() ? "" : ": " + message);
  }
}
