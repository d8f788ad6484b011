package io.github.restcomparison.runner.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** CPU time of processes since they started. */
public final class CpuTime {
  /** One tick; {@code USER_HZ} is 100 on all platforms with a JDK. */
  private static final long MS_PER_TICK = 10;

  /** Indexes of fields after the process name, which may contain any character. */
  private static final int UTIME = 11;

  private static final int CUTIME = 13;

  private static final int CSTIME = 14;

  /** Functions of the C library: clock_getcpuclockid(3), clock_gettime(3). Each returns 0. */
  private interface CpuClocks extends Library {
    CpuClocks LIBRARY = Native.load("c", CpuClocks.class);

    int clock_getcpuclockid(int pid, int[] clock);

    int clock_gettime(int clock, long[] secondsAndNanos);
  }

  private CpuTime() {}

  /**
   * Returns the CPU time of some processes together, in ms; NaN if there is none. It includes
   * children that have ended, except children of this JVM, which are services.
   */
  public static double ms(List<ProcessHandle> processes) {
    return processes.isEmpty()
        ? Double.NaN
        : processes.stream().mapToDouble(each -> ms(each) + endedChildren(each)).sum();
  }

  private static long endedChildren(ProcessHandle process) {
    return process.equals(ProcessHandle.current()) ? 0 : endedChildrenMs(process.pid());
  }

  private static double ms(ProcessHandle process) {
    return ownMs(process.pid())
        .orElseGet(() -> process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6);
  }

  /**
   * Returns the CPU time of all threads of a process since it started, those that have ended
   * included, in ms, to the nanosecond; a tick of 10 ms would be as much as several of ten requests
   * a second cost. Empty if it has ended, or the system has no such clocks.
   */
  public static OptionalDouble ownMs(long pid) {
    try {
      int[] clock = new int[1];
      long[] time = new long[2];
      return CpuClocks.LIBRARY.clock_getcpuclockid((int) pid, clock) == 0
              && CpuClocks.LIBRARY.clock_gettime(clock[0], time) == 0
          ? OptionalDouble.of(1e3 * time[0] + time[1] / 1e6)
          : OptionalDouble.empty();
    } catch (LinkageError e) {
      return OptionalDouble.empty();
    }
  }

  /**
   * Returns the CPU time in ms of the children that a process has waited for; 0 if it is not known.
   */
  public static long endedChildrenMs(long pid) {
    try {
      return endedChildrenMs(
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return 0; // the process has ended too, or this is not Linux
    }
  }

  /** Returns the same from the content of {@code /proc/PID/stat}: proc_pid_stat(5). */
  static long endedChildrenMs(String stat) {
    return sumMs(stat, CUTIME);
  }

  /**
   * Returns the CPU time in ms, to a tick, of a process and of the children that it has waited for.
   *
   * @param stat the content of {@code /proc/PID/stat}
   */
  public static long withEndedChildrenMs(String stat) {
    return sumMs(stat, UTIME);
  }

  private static long sumMs(String stat, int first) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return MS_PER_TICK * Arrays.stream(fields, first, CSTIME + 1).mapToLong(Long::parseLong).sum();
  }
}
