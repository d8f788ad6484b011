package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CpuTimeTest {
  /** By proc_pid_stat(5), cutime is the 16th field and cstime the 17th. */
  @Test
  void addsUpTheTicksOfTerminatedChildren() {
    String stat =
        "4711 (a ) b) S 1 4711 4711 0 -1 4194560 812 90210 0 3 7 5 250 41 20 0 1 0 86 5 6";
    assertThat(CpuTime.endedChildrenMs(stat)).isEqualTo(2_910);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void includesTheTimeOfATerminatedChild() throws Exception {
    String burn = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
    Process parent =
        new ProcessBuilder("sh", "-c", "sh -c '" + burn + "'; echo done; read -r line").start();
    try {
      assertThat(parent.inputReader().readLine()).isEqualTo("done");
      assertThat(CpuTime.endedChildrenMs(parent.pid())).isPositive();
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void isZeroForAnUnknownProcess() {
    assertThat(CpuTime.endedChildrenMs(Long.MAX_VALUE)).isZero();
  }
}
