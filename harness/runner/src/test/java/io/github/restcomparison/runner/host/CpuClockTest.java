package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CpuClockTest {
  private static final long OWN = ProcessHandle.current().pid();

  /** A thread's CPU time, as its JVM reports it, is part of the process's, even after its end. */
  @Test
  void includesThreadsThatHaveEnded() throws Exception {
    double before = CpuTime.ownMs(OWN).orElseThrow();
    double[] ofThreadMs = new double[1];
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (ofThreadMs[0] < 50) {
                    ofThreadMs[0] =
                        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
                  }
                });
    thread.join();
    assertThat(CpuTime.ownMs(OWN).orElseThrow() - before).isGreaterThanOrEqualTo(ofThreadMs[0] - 1);
  }

  /** In ticks of 10 ms every reading would be a whole number of them. */
  @Test
  void isFinerThanATick() {
    assertThat(IntStream.range(0, 100).mapToDouble(i -> CpuTime.ownMs(OWN).orElseThrow()))
        .anyMatch(ms -> ms % 10 != 0);
  }

  /** The shell's own count of its CPU time in ticks agrees within two of them. */
  @Test
  void cpuTimeOfAnotherProcessMatchesItsTicks() throws Exception {
    String burn = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; times; read -r line";
    Process shell = new ProcessBuilder("sh", "-c", burn).start();
    try {
      String[] own = shell.inputReader().readLine().split("[ ms]+");
      double ticksMs =
          1e3 * (60 * Integer.parseInt(own[0]) + Double.parseDouble(own[1]))
              + 1e3 * (60 * Integer.parseInt(own[2]) + Double.parseDouble(own[3]));
      assertThat(ticksMs).isPositive();
      assertThat(CpuTime.ownMs(shell.pid()).orElseThrow()).isCloseTo(ticksMs, within(20.0));
    } finally {
      shell.destroyForcibly();
    }
  }

  /** Linux gives no process an id as high as this: {@code PID_MAX_LIMIT}. */
  @Test
  void ofAProcessThatIsNotThereIsUnknown() {
    assertThat(CpuTime.ownMs(1 << 22)).isEmpty();
  }
}
