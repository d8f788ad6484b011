package io.github.restcomparison.runner.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of the terminated child processes of a process: {@code cutime} and {@code cstime} of
 * proc_pid_stat(5). Without it, the CPU time of a server would decrease when a worker process ends.
 */
final class EndedChildren {
  /** One tick; {@code USER_HZ} is 100 on all platforms with a JDK. */
  private static final long MS_PER_TICK = 10;

  /** Index of the field after the process name, which may contain any character. */
  private static final int CUTIME = 13;

  private static final int CSTIME = 14;

  private EndedChildren() {}

  /** CPU time in ms of the children that the process has waited for; 0 if it is not known. */
  static long cpuMs(long pid) {
    try {
      return cpuMs(Files.readString(Path.of("/proc/" + pid + "/stat")));
    } catch (IOException e) {
      return 0; // the process has ended too, or this is not Linux
    }
  }

  /** The same, from the content of {@code /proc/PID/stat}. */
  static long cpuMs(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return MS_PER_TICK * (Long.parseLong(fields[CUTIME]) + Long.parseLong(fields[CSTIME]));
  }
}
