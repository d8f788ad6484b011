package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.ProcessSample;
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

/**
 * Samples a process with all of its descendants: a service may be started by a shell, or run
 * workers. Used by one thread at a time.
 */
final class ProcessTree {
  private final OperatingSystem system;
  private final long pid;
  private final LongSupplier nowMs;
  private final Map<Long, ThreadTimes> threads = new HashMap<>();

  /**
   * @param pid of the first process
   * @param nowMs the time of a sample, in ms since 1970
   */
  ProcessTree(OperatingSystem system, long pid, LongSupplier nowMs) {
    this.system = system;
    this.pid = pid;
    this.nowMs = nowMs;
  }

  /** What all have used since they started; empty where the first has ended. */
  Optional<ProcessSample> sample() {
    return ProcessHandle.of(pid)
        .flatMap(first -> sample(Stream.concat(Stream.of(first), first.descendants())));
  }

  /** The same of the first process alone, without its descendants. */
  Optional<ProcessSample> sampleAlone() {
    return sample(ProcessHandle.of(pid).stream());
  }

  private Optional<ProcessSample> sample(Stream<ProcessHandle> processes) {
    List<ProcessSample> each = processes.map(ProcessHandle::pid).flatMap(this::sampleOf).toList();
    // Those that have ended keep what they had: a sum must not fall.
    return each.stream()
        .reduce(ProcessSample::plus)
        .map(sum -> sum.with(sum(ThreadTimes::waitedMs), sum(ThreadTimes::jitAndSamplingMicros)));
  }

  /** Of all processes; absent where no one's is known. */
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
            cpuMs(process) + EndedChildren.cpuMs(id),
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
}
