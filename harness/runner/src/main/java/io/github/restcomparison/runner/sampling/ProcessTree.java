package io.github.restcomparison.runner.sampling;

import com.sun.jna.Library;
import com.sun.jna.Native;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.host.Clock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Samples the processes of a service together, and its threads: their time on a CPU, and the time
 * in which they were runnable and waited for one. Used by one thread at a time.
 */
final class ProcessTree {
  /**
   * A sample opens a file for each thread, so the threads of a service that has had more than this
   * are read no more: their figures are absent from then on.
   */
  static final int MOST_THREADS = 2_000;

  /** One tick; {@code USER_HZ} is 100 on all platforms with a JDK. */
  private static final long MS_PER_TICK = 10;

  /** Indexes of fields after the process name, which may contain any character. */
  private static final int CUTIME = 13;

  private static final int CSTIME = 14;

  /** How the names of a JVM's compiler threads begin, and of those that answer a probe. */
  private static final List<String> JIT_AND_SAMPLING =
      List.of("C1 Compiler", "C2 Compiler", "RMI ", "JMX ", "Attach ");

  private static final OperatingSystem SYSTEM = new SystemInfo().getOperatingSystem();

  private final Supplier<List<ProcessHandle>> processes;
  private Map<File, ThreadTime> threads = Map.of();
  private long waitedNanos;
  private long jitAndSamplingNanos;
  private boolean hasTooManyThreads;

  /** A kernel that does not count reports zeros only. */
  private boolean isCounted;

  /** Counters of a thread in ns, and whether it compiles or answers a probe. */
  private record ThreadTime(boolean isJitOrSampling, long onCpu, long waited) {}

  /** Functions of the C library: clock_getcpuclockid(3), clock_gettime(3). Each returns 0. */
  private interface CpuClocks extends Library {
    CpuClocks LIBRARY = Native.load("c", CpuClocks.class);

    int clock_getcpuclockid(int pid, int[] clock);

    int clock_gettime(int clock, long[] secondsAndNanos);
  }

  ProcessTree(Supplier<List<ProcessHandle>> processes) {
    this.processes = processes;
  }

  /** Returns what all have used since they started; empty if all have ended. */
  Optional<ProcessSample> sample() {
    List<OSProcess> running =
        processes.get().stream()
            .map(each -> SYSTEM.getProcess((int) each.pid()))
            .filter(Objects::nonNull)
            .toList();
    if (running.isEmpty()) {
      return Optional.empty();
    }
    long atMs = Clock.nowMs();
    double cpuMs = running.stream().mapToDouble(ProcessTree::cpuMs).sum();
    readThreads(running.stream().map(each -> tasks(each.getProcessID())).toList());
    return Optional.of(
        new ProcessSample(
            atMs,
            cpuMs,
            running.stream().mapToLong(OSProcess::getResidentMemory).sum(),
            running.stream().mapToInt(OSProcess::getThreadCount).sum(),
            waitedMs(),
            jitAndSamplingMicros()));
  }

  /** Children that have ended keep what they had: a sum must not fall. */
  private static double cpuMs(OSProcess process) {
    int pid = process.getProcessID();
    return clockMs(pid).orElseGet(() -> process.getKernelTime() + process.getUserTime())
        + endedChildrenMs(pid);
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

  /** CPU time in ms of the children that a process has waited for; 0 if it is not known. */
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

  /** Returns the folder with a folder for each thread of a process. */
  static File tasks(long pid) {
    return new File("/proc/" + pid + "/task");
  }

  /**
   * Adds what the counters of the threads in these folders have grown by, because the counters of a
   * thread disappear when it ends.
   */
  void readThreads(List<File> tasks) {
    if (hasTooManyThreads) {
      return;
    }
    List<File> all =
        tasks.stream().map(File::listFiles).filter(Objects::nonNull).flatMap(Stream::of).toList();
    hasTooManyThreads = all.size() > MOST_THREADS;
    Map<File, ThreadTime> now = new HashMap<>();
    for (File thread : hasTooManyThreads ? List.<File>of() : all) {
      try {
        now.put(thread, read(thread.toPath(), threads.get(thread)));
      } catch (IOException | RuntimeException e) {
        // The thread has ended meanwhile, or this is not Linux.
      }
    }
    threads = now;
  }

  private ThreadTime read(Path thread, ThreadTime before) throws IOException {
    String[] counters = Files.readString(thread.resolve("schedstat")).split(" ");
    long onCpu = Long.parseLong(counters[0]);
    long waited = Long.parseLong(counters[1]);
    // A new thread may have the id of one that has ended.
    boolean isSame = before != null && onCpu >= before.onCpu && waited >= before.waited;
    boolean isJitOrSampling = isSame ? before.isJitOrSampling : isJitOrSampling(thread);
    waitedNanos += isSame ? waited - before.waited : waited;
    if (isJitOrSampling) {
      jitAndSamplingNanos += isSame ? onCpu - before.onCpu : onCpu;
    }
    isCounted |= onCpu > 0 || waited > 0;
    return new ThreadTime(isJitOrSampling, onCpu, waited);
  }

  private static boolean isJitOrSampling(Path thread) throws IOException {
    String name = Files.readString(thread.resolve("comm"));
    return JIT_AND_SAMPLING.stream().anyMatch(name::startsWith);
  }

  /** How long all threads have waited for a CPU so far, in ms; NaN if that is not known. */
  double waitedMs() {
    return isCounted && !hasTooManyThreads ? waitedNanos / 1_000_000 : Double.NaN;
  }

  /**
   * CPU time so far of those threads of a JVM that compile, and that answer our own sampling over
   * JMX, in µs; NaN if that is not known.
   */
  double jitAndSamplingMicros() {
    return isCounted && !hasTooManyThreads ? jitAndSamplingNanos / 1_000 : Double.NaN;
  }
}
