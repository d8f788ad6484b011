package io.github.restcomparison.comparison.run;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.restcomparison.comparison.record.RunRecord.Environment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.ResourceBundle;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine, and the JVM that generates the load. */
public final class Host {
  /** Logical processors that this JVM, the load generator's, may use. */
  static final int CPUS = Runtime.getRuntime().availableProcessors();

  private Host() {}

  /**
   * Whether the load's connections fit into the files that this process may open.
   *
   * @param connections that each user may have at once; 2 behind a warm-up, whose own may still be
   *     closing when those of the load open
   * @return what to say to the person who started the run, where they do not
   */
  public static Optional<String> tooFewFiles(int users, int connections) {
    long needed = (long) connections * users + 300;
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            && unix.getMaxFileDescriptorCount() < needed
        ? Optional.of(
            "%d users need %d open files, and the limit is %d: raise it (ulimit -n %d)"
                .formatted(users, needed, unix.getMaxFileDescriptorCount(), needed))
        : Optional.empty();
  }

  /** The machine in a few words: processor, logical CPUs, memory. */
  public static String name() {
    HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    return "%s, %d CPUs, %d MiB"
        .formatted(
            hardware.getProcessor().getProcessorIdentifier().getName().strip(),
            hardware.getProcessor().getLogicalProcessorCount(),
            hardware.getMemory().getTotal() >> 20);
  }

  static Environment environment(Optional<StartedWith> service, Placement placement) {
    SystemInfo info = new SystemInfo();
    HardwareAbstractionLayer hardware = info.getHardware();
    return new Environment(
        info.getOperatingSystem().toString(),
        hardware.getProcessor().getProcessorIdentifier().getName().strip(),
        hardware.getProcessor().getLogicalProcessorCount(),
        placement.serviceCpus(),
        placement.generatorCpus(),
        hardware.getMemory().getTotal(),
        placement.toString(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        gatlingVersion(),
        service.map(StartedWith::flags),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        service.map(StartedWith::libraries).orElse(List.of()),
        service.flatMap(StartedWith::container));
  }

  /** Gatling keeps its version in a resource bundle; absent where this is no Gatling JVM. */
  private static String gatlingVersion() {
    try {
      return ResourceBundle.getBundle("gatling-version").getString("version");
    } catch (MissingResourceException e) {
      return "none";
    }
  }
}
