package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.runner.host.Placement;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.ResourceBundle;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** Describes where a run took place: the machine, and the JVMs of service and load generator. */
public final class RunEnvironment {
  private RunEnvironment() {}

  /**
   * The environment for the record.
   *
   * @param service empty if the service was not started here
   */
  public static Environment of(Optional<StartedWith> service, Placement placement) {
    SystemInfo info = new SystemInfo();
    HardwareAbstractionLayer hardware = info.getHardware();
    return new Environment(
        new Environment.Host(
            info.getOperatingSystem().toString(),
            hardware.getProcessor().getProcessorIdentifier().getName().strip(),
            hardware.getProcessor().getLogicalProcessorCount(),
            hardware.getMemory().getTotal()),
        new Environment.Cpus(
            placement.toString(), placement.serviceCpus(), placement.generatorCpus()),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        gatlingVersion(),
        service.map(StartedWith::flags),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        service.map(StartedWith::libraries).orElse(List.of()),
        service.flatMap(StartedWith::container));
  }

  /** From a resource bundle of Gatling; {@code none} if this JVM does not run Gatling. */
  private static String gatlingVersion() {
    try {
      return ResourceBundle.getBundle("gatling-version").getString("version");
    } catch (MissingResourceException e) {
      return "none";
    }
  }
}
