package io.github.restcomparison.runner.host;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Which CPUs the service and the load generator are pinned to. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
  @JsonSubTypes.Type(Placement.Anywhere.class),
  @JsonSubTypes.Type(Placement.Apart.class)
})
public sealed interface Placement {

  /** No pinning: both may run on every CPU. */
  record Anywhere() implements Placement {
    @Override
    public String toString() {
      return "none";
    }
  }

  /**
   * Each has its own CPUs, pinned by {@code taskset}. The threads of one cannot slow down the
   * other, and the service has the same CPUs in every variant.
   */
  record Apart(CpuList service, CpuList generator) implements Placement {
    @Override
    public String toString() {
      return "service on CPU %s, load generator on CPU %s".formatted(service, generator);
    }
  }

  /** The CPUs that the service is pinned to; empty if it may run on all. */
  default Optional<CpuList> serviceCpuList() {
    return this instanceof Apart apart ? Optional.of(apart.service) : Optional.empty();
  }

  private Optional<CpuList> generatorCpuList() {
    return this instanceof Apart apart ? Optional.of(apart.generator) : Optional.empty();
  }

  /** The prefix of the service's command that pins it; empty without pinning. */
  default List<String> serviceCommand() {
    return taskset(serviceCpuList());
  }

  /** The prefix of the load generator's command that pins it; empty without pinning. */
  default List<String> generatorCommand() {
    return taskset(generatorCpuList());
  }

  private static List<String> taskset(Optional<CpuList> cpus) {
    return cpus.map(list -> List.of("taskset", "-c", list.toString())).orElse(List.of());
  }

  /** How many CPUs the service is pinned to; empty if it may run on all. */
  default OptionalInt serviceCpus() {
    return serviceCpuList().stream().mapToInt(list -> list.cpus().size()).findFirst();
  }

  /** How many CPUs the load generator is pinned to; empty if it may run on all. */
  default OptionalInt generatorCpus() {
    return generatorCpuList().stream().mapToInt(list -> list.cpus().size()).findFirst();
  }
}
