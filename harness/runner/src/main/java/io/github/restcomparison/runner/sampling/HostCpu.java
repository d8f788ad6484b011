package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.HostSample;
import java.util.OptionalLong;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The CPU time of all processes of the host, from the counters of the system, comparable with what
 * the processes themselves are charged.
 *
 * <p>Busy is what was neither idle nor stolen. The sum of user, nice and system will not do: many
 * kernels look once a tick at what a CPU does, and see a tenth or more too little of processes that
 * work between ticks, whereas idle time and that of a process are measured. Such kernels charge an
 * interrupt to the process that it interrupts; others account interrupts by themselves, and there,
 * where any was since the system started, they are left out.
 */
final class HostCpu {
  private final int cpus;
  private final boolean tellsSteal;
  private final long startMs;
  private final long[] start;

  /**
   * @param cpus logical processors of the host
   * @param tellsSteal whether the system would tell what the hypervisor takes
   * @param startMs when {@code start} was read
   * @param start the system's counters in ms, by {@link TickType}
   */
  HostCpu(int cpus, boolean tellsSteal, long startMs, long[] start) {
    this.cpus = cpus;
    this.tellsSteal = tellsSteal;
    this.startMs = startMs;
    this.start = start.clone();
  }

  /** A sample of the counters, with the sums since the start. */
  HostSample sample(long atMs, long[] now, long clockOffsetMs) {
    long total = cpus * (atMs - startMs);
    long idle = delta(now, TickType.IDLE) + delta(now, TickType.IOWAIT);
    long stolen = delta(now, TickType.STEAL);
    long interrupts =
        now[TickType.IRQ.getIndex()] == 0
            ? 0
            : delta(now, TickType.IRQ) + delta(now, TickType.SOFTIRQ);
    return new HostSample(
        atMs,
        total - idle - stolen - interrupts,
        tellsSteal ? OptionalLong.of(stolen) : OptionalLong.empty(),
        total,
        clockOffsetMs);
  }

  private long delta(long[] now, TickType type) {
    return now[type.getIndex()] - start[type.getIndex()];
  }
}
