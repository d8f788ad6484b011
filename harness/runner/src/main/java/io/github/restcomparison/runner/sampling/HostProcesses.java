package io.github.restcomparison.runner.sampling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.restcomparison.runner.host.CpuTime;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads how much CPU time the processes of the host have used, by proc_pid_stat(5): each one's own
 * time, and that of its children that have ended and that it has waited for, which is counted twice
 * then. Names are of any bytes. Used by one thread at a time.
 */
final class HostProcesses {
  private final Path proc;
  private final boolean seesAll;
  private Map<String, Long> timesMs;

  /**
   * Reads the times that the next growth begins from.
   *
   * @param proc {@code /proc}
   */
  HostProcesses(Path proc) {
    this.proc = proc;
    this.seesAll = seesAll(proc);
    this.timesMs = seesAll ? read() : Map.of();
  }

  /** A container with its own process ids does not see the threads of the kernel. */
  private static boolean seesAll(Path proc) {
    try {
      return Files.readString(proc.resolve("2/comm")).strip().equals("kthreadd");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the growth since the previous call, or since the start, in ms; empty if not all
   * processes of the host are visible.
   */
  OptionalLong growthMs() {
    if (!seesAll) {
      return OptionalLong.empty();
    }
    Map<String, Long> now = read();
    long growth =
        now.entrySet().stream()
            .mapToLong(each -> growth(timesMs.getOrDefault(each.getKey(), 0L), each.getValue()))
            .sum();
    timesMs = now;
    return OptionalLong.of(growth);
  }

  /** A new process may have the id of one that has ended. */
  private static long growth(long before, long now) {
    return now >= before ? now - before : now;
  }

  private Map<String, Long> read() {
    Map<String, Long> read = new HashMap<>();
    File[] folders = proc.toFile().listFiles(each -> Character.isDigit(each.getName().charAt(0)));
    for (File each : folders == null ? new File[0] : folders) {
      try {
        read.put(
            each.getName(),
            CpuTime.withEndedChildrenMs(
                Files.readString(each.toPath().resolve("stat"), ISO_8859_1)));
      } catch (IOException e) {
        // The process has ended meanwhile.
      }
    }
    return read;
  }
}
