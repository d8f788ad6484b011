package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.HostSample;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The CPU time of all processes of the host, from the counters of the system.
 *
 * <p>Busy time is the time that was neither idle nor stolen. The sum of user, nice and system time
 * is not accurate: many kernels sample once per tick what a CPU does, and miss 10 % or more of the
 * time of processes that run between ticks, whereas they measure idle time and the time of each
 * process. Such kernels charge an interrupt to the process that it interrupts. Other kernels
 * account interrupts separately; if the counter of interrupts is not 0, they are excluded.
 *
 * @param cpus logical processors of the host
 * @param countsSteal whether the system counts the time that the hypervisor gave to others
 * @param startMs when {@code start} was read, in ms
 * @param start the system's counters in ms, by {@link TickType}
 */
record HostCpu(int cpus, boolean countsSteal, long startMs, long[] start) {

  /**
   * Returns the CPU time since the start.
   *
   * @param now the system's counters in ms, by {@link TickType}
   */
  HostSample sample(long atMs, long[] now) {
    long total = cpus * (atMs - startMs);
    long idle = delta(now, TickType.IDLE) + delta(now, TickType.IOWAIT);
    long stolen = delta(now, TickType.STEAL);
    long interrupts =
        now[TickType.IRQ.getIndex()] == 0
            ? 0
            : delta(now, TickType.IRQ) + delta(now, TickType.SOFTIRQ);
    return new HostSample(
        atMs, total - idle - stolen - interrupts, countsSteal ? stolen : Double.NaN, total);
  }

  private long delta(long[] now, TickType type) {
    return now[type.getIndex()] - start[type.getIndex()];
  }
}
