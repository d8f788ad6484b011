package io.github.restcomparison.runner.host;

import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Which CPUs the service and the load generator are held to. */
public sealed interface Placement {

  /** Both may run on every CPU. */
  record Anywhere() implements Placement {
    @Override
    public String toString() {
      return "none";
    }
  }

  /**
   * Each has CPUs of its own, as {@code taskset} names them: neither can be slowed down by the
   * other's threads, and the service's share of the host is the same for every model.
   */
  record Apart(CpuList service, CpuList generator) implements Placement {
    @Override
    public String toString() {
      return "service on CPU %s, load generator on CPU %s".formatted(service, generator);
    }
  }

  /**
   * Reads {@code -DserviceCpus} and {@code -DgeneratorCpus}, both or neither of which is given.
   *
   * @throws SettingException where one is missing or not such as {@code 0,2-3}
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

  /** The CPUs that the service is held to; empty where it may run on all. */
  default Optional<CpuList> serviceCpuList() {
    return switch (this) {
      case Anywhere() -> Optional.empty();
      case Apart(CpuList service, CpuList generator) -> Optional.of(service);
    };
  }

  /** What goes before a service's command. */
  default List<String> serviceCommand() {
    return serviceCpuList().map(cpus -> List.of("taskset", "-c", cpus.text())).orElse(List.of());
  }

  /** What goes before the load generator's command. */
  default List<String> generatorCommand() {
    return switch (this) {
      case Anywhere() -> List.of();
      case Apart(CpuList service, CpuList generator) -> List.of("taskset", "-c", generator.text());
    };
  }

  /** How many CPUs the service is held to; empty where it may run on all. */
  default OptionalInt serviceCpus() {
    return serviceCpuList()
        .map(cpus -> OptionalInt.of(cpus.cpus().size()))
        .orElse(OptionalInt.empty());
  }

  /** How many CPUs the load generator is held to; empty where it may run on all. */
  default OptionalInt generatorCpus() {
    return switch (this) {
      case Anywhere() -> OptionalInt.empty();
      case Apart(CpuList service, CpuList generator) -> OptionalInt.of(generator.cpus().size());
    };
  }
}
