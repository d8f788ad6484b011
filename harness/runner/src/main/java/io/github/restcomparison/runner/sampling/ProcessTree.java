package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.host.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Samples the processes of a service together. Used by one thread at a time. */
final class ProcessTree {
  /** One tick; {@code USER_HZ} is 100 on all platforms with a JDK. */
  private static final long MS_PER_TICK = 10;

  /** Indexes of fields after the process name, which may contain any character. */
  private static final int CUTIME = 13;

  private static final int CSTIME = 14;

  private final OperatingSystem system;
  private final Processes processes;
  private final LongSupplier nowMs;
  private final Map<Long, ThreadTimes> threads = new HashMap<>();

  /**
   * @param nowMs the time of a sample, in ms since 1970
   */
  ProcessTree(OperatingSystem system, Processes processes, LongSupplier nowMs) {
    this.system = system;
    this.processes = processes;
    this.nowMs = nowMs;
  }

  /** What all have used since they started; empty if all have ended. */
  Optional<ProcessSample> sample() {
    List<ProcessSample> each =
        processes.running().stream().map(ProcessHandle::pid).flatMap(this::sampleOf).toList();
    // Those that have ended keep what they had: a sum must not fall.
    return each.stream()
        .reduce(ProcessSample::plus)
        .map(sum -> sum.with(sum(ThreadTimes::waitedMs), sum(ThreadTimes::jitAndSamplingMicros)));
  }

  /** Of all processes; absent if none is known. */
  private OptionalLong sum(Function<ThreadTimes, OptionalLong> figure) {
    return threads.values().stream()
        .flatMapToLong(each -> figure.apply(each).stream())
        .reduce(Long::sum);
  }

  private Stream<ProcessSample> sampleOf(long id) {
    OSProcess process = system.getProcess((int) id);
    if (process == null) {
      return Stream.empty();
    }
    threads.computeIfAbsent(id, ThreadTimes::of).read();
    return Stream.of(
        new ProcessSample(
            nowMs.getAsLong(),
            cpuMs(process) + endedChildrenMs(id),
            process.getResidentMemory(),
            process.getThreadCount(),
            OptionalLong.empty(),
            OptionalLong.empty()));
  }

  /** In ticks, where the system has no finer clock. */
  private static double cpuMs(OSProcess process) {
    return ProcessCpuClock.ms(process.getProcessID())
        .orElseGet(() -> process.getKernelTime() + process.getUserTime());
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
