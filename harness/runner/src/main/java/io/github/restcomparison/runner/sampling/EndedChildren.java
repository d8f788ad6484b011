package io.github.restcomparison.runner.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of processes that are no more. Their parent keeps it, in {@code cutime} and {@code
 * cstime} of proc_pid_stat(5): without it the time of a server that ends one of its workers would
 * go backwards.
 */
final class EndedChildren {
  /** A tick of {@code USER_HZ}, which is 100 on every platform that has JDKs. */
  private static final long MS_PER_TICK = 10;

  /** Their places after the name, which may have any characters in it. */
  private static final int CUTIME = 13;

  private static final int CSTIME = 14;

  private EndedChildren() {}

  /** Of those that this process has waited for, ms; 0 where nobody says. */
  static long cpuMs(long pid) {
    try {
      return cpuMs(Files.readString(Path.of("/proc/" + pid + "/stat")));
    } catch (IOException e) {
      return 0; // it has gone too, or this is no Linux
    }
  }

  static long cpuMs(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return MS_PER_TICK * (Long.parseLong(fields[CUTIME]) + Long.parseLong(fields[CSTIME]));
  }
}
