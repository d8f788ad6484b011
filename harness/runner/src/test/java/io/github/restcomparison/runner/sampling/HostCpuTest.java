package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.HostSample;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Two CPUs; counters in ms: user, nice, system, idle, iowait, irq, softirq, steal. */
class HostCpuTest {
  private static final long[] START = {100, 0, 50, 1_000, 10, 0, 30, 5};

  /**
   * 4 s are 8000 ms of CPU time: 4500 idle, 100 I/O wait, 40 stolen. The sampled user, nice and
   * system time is 2600 ms, but 3360 ms were neither idle nor stolen.
   */
  @Test
  void busyTimeIsNeitherIdleNorStolen() {
    long[] now = {1_600, 100, 1_050, 5_500, 110, 0, 430, 45};
    assertThat(new HostCpu(2, true, 10_000, START).sample(14_000, now, OptionalLong.empty()))
        .isEqualTo(new HostSample(14_000, 3_360, 40, 8_000));
  }

  /** Such a kernel charges the 20 + 400 ms of interrupts to no process. */
  @Test
  void separatelyCountedInterruptsAreExcluded() {
    long[] start = {100, 0, 50, 1_000, 10, 10, 30, 5};
    long[] now = {1_600, 100, 1_050, 5_500, 110, 30, 430, 45};
    assertThat(
            new HostCpu(2, true, 10_000, start).sample(14_000, now, OptionalLong.empty()).busyMs())
        .isEqualTo(2_940);
  }

  @Test
  void stealIsUnknownIfNotCounted() {
    assertThat(
            new HostCpu(2, false, 10_000, START)
                .sample(14_000, START, OptionalLong.empty())
                .stealMs())
        .isNaN();
  }

  /** A timer that wakes an idle CPU takes time that no process has used. */
  @Test
  void processesWereBusyForNoMoreThanTheirOwnTime() {
    HostCpu cpu = new HostCpu(2, true, 10_000, START);
    long[] now = {1_600, 100, 1_050, 5_500, 110, 0, 430, 45};
    assertThat(cpu.sample(14_000, now, OptionalLong.of(3_100)).busyMs()).isEqualTo(3_100);
    long[] later = {1_700, 100, 1_150, 7_300, 110, 0, 430, 45};
    assertThat(cpu.sample(15_000, later, OptionalLong.of(900)).busyMs())
        .as("a child that has ended was counted twice: 200 ms were not idle")
        .isEqualTo(3_300);
  }

  /** 3360 ms were not idle, and at most 5 % of 8000 ms are interrupts of idle CPUs. */
  @Test
  void childrenThatNobodyWaitsForAreBusy() {
    long[] now = {1_600, 100, 1_050, 5_500, 110, 0, 430, 45};
    assertThat(
            new HostCpu(2, true, 10_000, START).sample(14_000, now, OptionalLong.of(100)).busyMs())
        .isEqualTo(2_960);
  }
}
