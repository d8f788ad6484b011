package io.github.restcomparison.runner.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor.LogicalProcessor;

/**
 * Divides the CPUs that this process may use: the first half for the service, the second for the
 * load generator. With at least two cores, the hyper-threads of one core stay in one half, because
 * they share its execution units.
 */
public final class CpuPartition {
  private CpuPartition() {}

  /**
   * The partition of this host.
   *
   * @return empty if processes cannot be pinned here: there is no {@code taskset}, which only Linux
   *     has, or only one CPU
   */
  public static Optional<Placement.Apart> ofThisHost() {
    if (!isOnPath("taskset")) {
      return Optional.empty();
    }
    List<Integer> allowed = allowed().cpus();
    return of(
        new SystemInfo()
            .getHardware().getProcessor().getLogicalProcessors().stream()
                .filter(cpu -> allowed.contains(cpu.getProcessorNumber()))
                .toList());
  }

  /** The CPUs that this process may use, however many the host has: proc_pid_status(5). */
  private static CpuList allowed() {
    String key = "Cpus_allowed_list:";
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> CpuList.parse(line.substring(key.length()).strip()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Optional<Placement.Apart> of(List<LogicalProcessor> cpus) {
    if (cpus.size() < 2) {
      return Optional.empty();
    }
    List<LogicalProcessor> byCore =
        cpus.stream()
            .sorted(
                Comparator.comparingInt(LogicalProcessor::getPhysicalPackageNumber)
                    .thenComparingInt(LogicalProcessor::getPhysicalProcessorNumber)
                    .thenComparingInt(LogicalProcessor::getProcessorNumber))
            .toList();
    int half = cpus.size() / 2;
    int split = coreBoundary(byCore, half);
    return Optional.of(
        new Placement.Apart(
            list(byCore.subList(0, split)), list(byCore.subList(split, byCore.size()))));
  }

  /** The last boundary between cores up to the middle; the middle if there is none. */
  private static int coreBoundary(List<LogicalProcessor> byCore, int half) {
    for (int split = half; split > 0; split--) {
      if (!sameCore(byCore.get(split - 1), byCore.get(split))) {
        return split;
      }
    }
    return half;
  }

  private static boolean sameCore(LogicalProcessor a, LogicalProcessor b) {
    return a.getPhysicalPackageNumber() == b.getPhysicalPackageNumber()
        && a.getPhysicalProcessorNumber() == b.getPhysicalProcessorNumber();
  }

  private static CpuList list(List<LogicalProcessor> cpus) {
    return new CpuList(cpus.stream().map(LogicalProcessor::getProcessorNumber).toList());
  }

  private static boolean isOnPath(String command) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(":")).anyMatch(dir -> Files.isExecutable(Path.of(dir, command)));
  }
}
