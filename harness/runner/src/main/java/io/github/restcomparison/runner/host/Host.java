package io.github.restcomparison.runner.host;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine, and the JVM that generates the load. */
public final class Host {
  /** Logical processors that this JVM, the load generator's, may use. */
  public static final int CPUS = Runtime.getRuntime().availableProcessors();

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
}
