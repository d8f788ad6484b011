package io.github.restcomparison.runner.sampling;

import com.sun.jna.Library;
import com.sun.jna.Native;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.host.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Samples the processes of a service together. Used by one thread at a time. */
final class ProcessTree {
  /** One tick; {@code USER_HZ} is 100 on all platforms with a JDK. */
  private static final long MS_PER_TICK = 10;

  /** Indexes of fields after the process name, which may contain any character. */
  private static final int CUTIME = 13;

  private static final int CSTIME = 14;

  private static final OperatingSystem SYSTEM = new SystemInfo().getOperatingSystem();

  private final Processes processes;
  private final ThreadTimes threads = new ThreadTimes();

  /** Functions of the C library: clock_getcpuclockid(3), clock_gettime(3). Each returns 0. */
  private interface CpuClocks extends Library {
    CpuClocks LIBRARY = Native.load("c", CpuClocks.class);

    int clock_getcpuclockid(int pid, int[] clock);

    int clock_gettime(int clock, long[] secondsAndNanos);
  }

  ProcessTree(Processes processes) {
    this.processes = processes;
  }

  /**
   * Returns what all have used since they started; empty if all have ended.
   *
   * @param nowMs the time in ms since 1970
   */
  Optional<ProcessSample> sample(LongSupplier nowMs) {
    long atMs = 0;
    double cpuMs = 0;
    long rss = 0;
    int count = 0;
    List<Path> tasks = new ArrayList<>();
    for (ProcessHandle each : processes.running()) {
      OSProcess process = SYSTEM.getProcess((int) each.pid());
      if (process != null) {
        atMs = tasks.isEmpty() ? nowMs.getAsLong() : atMs;
        // Children that have ended keep what they had: a sum must not fall.
        cpuMs +=
            clockMs(each.pid()).orElseGet(() -> process.getKernelTime() + process.getUserTime())
                + endedChildrenMs(each.pid());
        rss += process.getResidentMemory();
        count += process.getThreadCount();
        tasks.add(ThreadTimes.tasks(each.pid()));
      }
    }
    if (tasks.isEmpty()) {
      return Optional.empty();
    }
    threads.read(tasks);
    return Optional.of(
        new ProcessSample(
            atMs, cpuMs, rss, count, threads.waitedMs(), threads.jitAndSamplingMicros()));
  }

  /**
   * CPU time of all threads of a process since it started, those that have ended included, in ms,
   * to the nanosecond; ticks of 10 ms are as much as several of ten requests a second cost. Empty
   * if it has ended, or the system has no such clocks.
   */
  static OptionalDouble clockMs(long pid) {
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
   * CPU time in ms of the children that a process has waited for; 0 if it is not known. Without it,
   * the CPU time of a server would decrease when a worker process ends.
   */
  static long endedChildrenMs(long pid) {
    try {
      return endedChildrenMs(Files.readString(Path.of("/proc/" + pid + "/stat")));
    } catch (IOException e) {
      return 0; // the process has ended too, or this is not Linux
    }
  }

  /** The same, from the content of {@code /proc/PID/stat}: proc_pid_stat(5). */
  static long endedChildrenMs(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return MS_PER_TICK * (Long.parseLong(fields[CUTIME]) + Long.parseLong(fields[CSTIME]));
  }
}
