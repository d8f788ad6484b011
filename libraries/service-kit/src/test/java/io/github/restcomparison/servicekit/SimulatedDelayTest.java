package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulatedDelayTest {
  private static final Delay DELAY = new Delay.Fixed(Duration.ofMillis(200));

  @Test
  void waitIsCutOffAtTheTimeOut() {
    assertThat(with(Map.of("TIMEOUT_MS", "200")).call())
        .isEqualTo(new SimulatedDelay.Call(Duration.ofMillis(200), false));
    assertThat(with(Map.of("TIMEOUT_MS", "199")).call())
        .isEqualTo(new SimulatedDelay.Call(Duration.ofMillis(199), true));
  }

  /** In the time that 200 calls last, a thread that must share its CPU still gets a part of it. */
  @Test
  void callComputesBeforeItWaits() {
    SimulatedDelay delay = with(Map.of("CPU_MICROS", "2000"));
    long wall = System.nanoTime();
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < 200; i++) {
      delay.call();
    }
    assertThat(System.nanoTime() - wall).isGreaterThanOrEqualTo(400_000_000L);
    assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu)
        .isGreaterThan(20_000_000L);
  }

  @Test
  void cpuTimeIsRefusedByNameWhereItCannotBeUsed() {
    assertThatThrownBy(() -> with(Map.of("CPU_MICROS", "1000001")))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("CPU_MICROS (-DcpuMicros)");
  }

  private static SimulatedDelay with(Map<String, String> variables) {
    Settings settings = Settings.of(variables);
    return SimulatedDelay.of(settings, DELAY, Limits.of(settings));
  }
}
