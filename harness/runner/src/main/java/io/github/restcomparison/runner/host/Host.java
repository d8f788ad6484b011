package io.github.restcomparison.runner.host;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** This machine, and the limits of this process, the load generator. */
public final class Host {
  /** How many logical processors this JVM may use. */
  public static final int CPUS = Runtime.getRuntime().availableProcessors();

  private Host() {}

  /**
   * Checks whether this process may open enough files for the connections of the load.
   *
   * @param connections how many each user may have at once; 2 after a warm-up, whose connections
   *     may still be closing when those of the load open
   * @return a message for the user if it may not; empty if it may
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

  /** A short description of the machine: processor, logical CPUs, memory. */
  public static String name() {
    HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    return "%s, %d CPUs, %d MiB"
        .formatted(
            hardware.getProcessor().getProcessorIdentifier().getName().strip(),
            hardware.getProcessor().getLogicalProcessorCount(),
            hardware.getMemory().getTotal() >> 20);
  }
}
