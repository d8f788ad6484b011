package io.github.restcomparison.comparison.run;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.restcomparison.comparison.record.RunRecord.Environment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ResourceBundle;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine, and the JVM that generates the load. */
public final class Host {
  /** Those that this process, which generates the load, may use. */
  static final int CPUS = Runtime.getRuntime().availableProcessors();

  private Host() {}

  /**
   * Whether the load's connections fit into the files that this process may open.
   *
   * @return what to say to the person who started the run, where they do not
   */
  public static Optional<String> tooFewFiles(int users) {
    // The connections of the warm-up may still be closing when those of the load open.
    long needed = 2L * users + 300;
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            && unix.getMaxFileDescriptorCount() < needed
        ? Optional.of(
            "%d users need %d open files, and the limit is %d: raise it (ulimit -n %d)"
                .formatted(users, needed, unix.getMaxFileDescriptorCount(), needed))
        : Optional.empty();
  }

  static Environment environment(Optional<ServiceProcess> service) {
    SystemInfo info = new SystemInfo();
    HardwareAbstractionLayer hardware = info.getHardware();
    return new Environment(
        info.getOperatingSystem().toString(),
        hardware.getProcessor().getProcessorIdentifier().getName().strip(),
        hardware.getProcessor().getLogicalProcessorCount(),
        // A child inherits the CPUs of its parent.
        service.isPresent() ? OptionalInt.of(CPUS) : OptionalInt.empty(),
        OptionalInt.of(CPUS),
        hardware.getMemory().getTotal(),
        "none",
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        gatlingVersion(),
        service.map(process -> ServiceProcess.JVM_FLAGS),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        service.map(ServiceProcess::libraries).orElse(List.of()));
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
