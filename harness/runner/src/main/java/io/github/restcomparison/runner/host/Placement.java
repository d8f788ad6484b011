package io.github.restcomparison.runner.host;

import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Which CPUs the service and the load generator are pinned to. */
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

  /**
   * Reads {@code -DserviceCpus} and {@code -DgeneratorCpus}; either both or neither must be given.
   *
   * @throws SettingException if one is missing or is not a list such as {@code 0,2-3}
   */
  static Placement of(Settings settings) {
    String service = settings.text("SERVICE_CPUS", "");
    String generator = settings.text("GENERATOR_CPUS", "");
    if (service.isEmpty() && generator.isEmpty()) {
      return new Anywhere();
    }
    return new Apart(
        cpus("SERVICE_CPUS (-DserviceCpus)", service),
        cpus("GENERATOR_CPUS (-DgeneratorCpus)", generator));
  }

  private static CpuList cpus(String setting, String text) {
    try {
      return CpuList.parse(text);
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          "%s is '%s': it may be a list of CPUs such as 0,2-3, where both are given"
              .formatted(setting, text));
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
