package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.HostSample;
import java.util.OptionalLong;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The CPU time of all processes of the host: of two estimates, the smaller.
 *
 * <p>One is the time that was neither idle nor stolen. The sum of user, nice and system time is not
 * accurate: many kernels sample once per tick what a CPU does, and miss 10 % or more of the time of
 * processes that run between ticks, but they measure idle time and the time of each process. Such
 * kernels charge an interrupt to the process that it interrupts, but one that wakes an idle CPU to
 * none: on a virtual machine, thousands of timers a second take 3 % of the CPUs. Other kernels
 * account interrupts separately; if the counter of interrupts is not 0, they are excluded.
 *
 * <p>The other is the sum of the processes' times, which interrupts of idle CPUs are not in. Nor
 * are children that nobody waits for: it counts for no more than these interrupts can explain.
 *
 * <p>Used by one thread at a time.
 */
final class HostCpu {
  /** Share of the CPUs. 3 % were measured with 2,000 requests/s on PostgreSQL. */
  private static final double MAX_IDLE_INTERRUPTS = 0.05;

  private final int cpus;
  private final boolean countsSteal;
  private final long startMs;
  private final long[] start;
  private long totalMs;
  private long processorsMs;
  private long busyMs;

  /**
   * Begins the sums.
   *
   * @param cpus logical processors of the host
   * @param countsSteal whether the system counts the time that the hypervisor gave to others
   * @param startMs when {@code start} was read, in ms
   * @param start the system's counters in ms, by {@link TickType}
   */
  HostCpu(int cpus, boolean countsSteal, long startMs, long[] start) {
    this.cpus = cpus;
    this.countsSteal = countsSteal;
    this.startMs = startMs;
    this.start = start.clone();
  }

  /**
   * Returns the CPU time since the start.
   *
   * @param now the system's counters in ms, by {@link TickType}
   * @param processesMs growth of the processes' times since the previous sample, in ms; empty if
   *     not all are visible
   */
  HostSample sample(long atMs, long[] now, OptionalLong processesMs) {
    long total = cpus * (atMs - startMs);
    long idle = delta(now, TickType.IDLE) + delta(now, TickType.IOWAIT);
    long stolen = delta(now, TickType.STEAL);
    long interrupts =
        now[TickType.IRQ.getIndex()] == 0
            ? 0
            : delta(now, TickType.IRQ) + delta(now, TickType.SOFTIRQ);
    long before = processorsMs;
    processorsMs = total - idle - stolen - interrupts;
    long growth = processorsMs - before;
    long minimum = growth - (long) (MAX_IDLE_INTERRUPTS * (total - totalMs));
    totalMs = total;
    busyMs += Math.max(minimum, Math.min(growth, processesMs.orElse(growth)));
    return new HostSample(atMs, busyMs, countsSteal ? stolen : Double.NaN, total);
  }

  private long delta(long[] now, TickType type) {
    return now[type.getIndex()] - start[type.getIndex()];
  }
}
