package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LocalPortsTest {
  @TempDir private Path kernel;

  /** 500 ports; a closed connection holds one for a second at most if the kernel reuses it. */
  @Test
  void tooFewAreNamed() {
    LocalPorts ports = new LocalPorts(40_000, 40_499, true);
    assertThat(ports.shortageInRange(400, 0)).isEmpty();
    assertThat(ports.shortageInRange(401, 0).orElseThrow())
        .isEqualTo(
            "401 users need 501 local ports, and the range of 40000 to 40499 has 500: widen it"
                + " (sysctl -w net.ipv4.ip_local_port_range='1024 65535')");
    assertThat(ports.shortageInRange(100, 300)).isEmpty();
    assertThat(ports.shortageInRange(100, 301).orElseThrow())
        .startsWith("100 users and 301 new connections/s need 501 local ports, and");
  }

  /** 60 s long without that, as measured: 500 connections, and no more. */
  @Test
  void closedConnectionsHoldTheirs() {
    LocalPorts ports = new LocalPorts(40_000, 40_499, false);
    assertThat(ports.shortageInRange(40, 6)).isEmpty();
    assertThat(ports.shortageInRange(41, 6).orElseThrow())
        .contains("41 users and 6 new connections/s need 501 local ports")
        .endsWith("; or reuse ports (sysctl -w net.ipv4.tcp_tw_reuse=1)");
  }

  @Test
  void rangeIsReadFromTheKernel() throws IOException {
    assertThat(LocalPorts.of(kernel)).isEmpty();
    Files.writeString(kernel.resolve("ip_local_port_range"), "40000\t40499\n");
    Files.writeString(kernel.resolve("tcp_tw_reuse"), "2\n");
    assertThat(LocalPorts.of(kernel)).contains(new LocalPorts(40_000, 40_499, true));
    Files.writeString(kernel.resolve("tcp_tw_reuse"), "0\n");
    assertThat(LocalPorts.of(kernel)).contains(new LocalPorts(40_000, 40_499, false));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void rangeOfThisHostIsRead() {
    assertThat(LocalPorts.shortage(1, 0)).isEmpty();
    assertThat(LocalPorts.shortage(65_536, 0).orElseThrow())
        .contains("65536 users need 65636 local");
  }

  /** One after the other, some two of 500 were the same: a service got one port twice. */
  @Test
  void freeOnesAreAllDifferent() throws IOException {
    assertThat(LocalPorts.free(500)).hasSize(500).doesNotHaveDuplicates();
    assertThat(LocalPorts.free(500, Optional.empty())).hasSize(500).doesNotHaveDuplicates();
  }

  /** While a service started, the kernel gave its port to another: that got the requests. */
  @Test
  void freeOnesAreNoneThatTheKernelGives() throws IOException {
    assertThat(LocalPorts.free(100, Optional.of(new LocalPorts(32_768, 60_999, true))))
        .allSatisfy(port -> assertThat(port).isBetween(10_000, 32_767));
    assertThat(LocalPorts.free(100, Optional.of(new LocalPorts(10_500, 60_999, true))))
        .allSatisfy(port -> assertThat(port).isBetween(61_000, 65_535));
    assertThat(LocalPorts.free(10, Optional.of(new LocalPorts(1_024, 65_535, true)))).hasSize(10);
  }

  @Test
  void onesThatAreTakenAreNotFree() throws IOException {
    LocalPorts allButOne = new LocalPorts(1_024, 64_535, true);
    try (ServerSocket _ = new ServerSocket(65_000, 1, InetAddress.getLoopbackAddress())) {
      assertThat(LocalPorts.free(900, Optional.of(allButOne))).doesNotContain(65_000);
      assertThatThrownBy(() -> LocalPorts.free(1_001, Optional.of(allButOne)))
          .hasMessage("this host has no free port for a service");
    }
  }
}
