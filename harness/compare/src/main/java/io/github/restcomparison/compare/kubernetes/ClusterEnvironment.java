package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Where a run in a cluster took place.
 *
 * @param pod what the service's might use
 */
record ClusterEnvironment(Kubectl kubectl, PodSpec pod) {

  /**
   * The environment for the record.
   *
   * @param cpu the model of the node's CPU; absent where it is not known
   * @param injector the record of one of the injectors, whose JVM is that of all
   */
  Environment of(Pod service, Optional<String> cpu, RunRecord injector)
      throws InterruptedException {
    JsonNode node = node(service.node());
    JsonNode info = node.at("/status/nodeInfo");
    Environment generator = injector.setup().environment();
    return new Environment(
        new Environment.Host(
            "%s, Linux %s"
                .formatted(
                    info.path("osImage").asString("unknown"),
                    info.path("kernelVersion").asString("unknown")),
            cpu.orElse("unknown"),
            node.at("/status/capacity/cpu").asInt(generator.host().cpus()),
            generator.host().memory()),
        new Environment.Cpus("none", pod.wholeCpus(), generator.placement().generatorCpus()),
        generator.jdk(),
        generator.gatling(),
        Optional.empty(),
        generator.generatorJvm(),
        List.of(),
        Optional.of(
            new Container(
                "Kubernetes %s, %s"
                    .formatted(
                        info.path("kubeletVersion").asString("unknown"),
                        info.path("containerRuntimeVersion").asString("unknown")),
                service.imageId("service"),
                1_048_576L * pod.memoryMiB(),
                Optional.of(service.node()))));
  }

  /** Nothing where the user may not look at nodes, as in many a shared cluster. */
  private JsonNode node(String name) throws InterruptedException {
    try {
      return kubectl.get("node", name);
    } catch (IOException e) {
      return JsonNodeFactory.instance.objectNode();
    }
  }
}
