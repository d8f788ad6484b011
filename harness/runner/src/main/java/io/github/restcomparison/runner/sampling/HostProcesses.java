package io.github.restcomparison.runner.sampling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
  /** USER_HZ is 100 on each architecture that has a JDK: time(7). */
  private static final long MS_PER_TICK = 10;

  /** Fields after the name, which may hold spaces: utime, stime, cutime and cstime. */
  private static final int FIRST_TIME = 11;

  private static final int LAST_TIME = 14;

  private final Path proc;
  private final boolean seesAll;
  private Map<String, Long> ticks;

  /**
   * Reads the times that the next growth begins from.
   *
   * @param proc {@code /proc}
   */
  HostProcesses(Path proc) {
    this.proc = proc;
    this.seesAll = seesAll(proc);
    this.ticks = seesAll ? read() : Map.of();
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
            .mapToLong(each -> growth(ticks.getOrDefault(each.getKey(), 0L), each.getValue()))
            .sum();
    ticks = now;
    return OptionalLong.of(growth * MS_PER_TICK);
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
            each.getName(), ticks(Files.readString(each.toPath().resolve("stat"), ISO_8859_1)));
      } catch (IOException e) {
        // The process has ended meanwhile.
      }
    }
    return read;
  }

  private static long ticks(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long sum = 0;
    for (int i = FIRST_TIME; i <= LAST_TIME; i++) {
      sum += Long.parseLong(fields[i]);
    }
    return sum;
  }
}
