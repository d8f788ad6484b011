package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.ProcessSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
  private final Map<Long, RunQueue> runQueues = new HashMap<>();
  private final Map<Long, Long> waitedMs = new HashMap<>();

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
    runQueues.forEach(
        (id, queue) -> queue.waitedMs().ifPresent(waited -> waitedMs.put(id, waited)));
    // Those that have ended keep what they had: the sum must not fall.
    OptionalLong waited =
        waitedMs.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(waitedMs.values().stream().mapToLong(Long::longValue).sum());
    return each.stream().reduce(ProcessSample::plus).map(sum -> sum.waited(waited));
  }

  private Stream<ProcessSample> sampleOf(long id) {
    OSProcess process = system.getProcess((int) id);
    if (process == null) {
      return Stream.empty();
    }
    runQueues.computeIfAbsent(id, RunQueue::of);
    return Stream.of(
        new ProcessSample(
            nowMs.getAsLong(),
            cpuMs(process) + EndedChildren.cpuMs(id),
            process.getResidentMemory(),
            process.getThreadCount(),
            OptionalLong.empty()));
  }

  /** In ticks, where the system has no finer clock. */
  private static double cpuMs(OSProcess process) {
    return ProcessCpuClock.ms(process.getProcessID())
        .orElseGet(() -> process.getKernelTime() + process.getUserTime());
  }
}
