package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ListeningSocketTest {
  @Test
  void addressIsReadAsTheKernelWritesIt() throws Exception {
    assertThat(ListeningSocket.read("0100007F:1F90", "1")).hasToString("127.0.0.1:8080");
    assertThat(ListeningSocket.read("00000000:1F90", "1")).hasToString("*:8080");
    String six = "00000000000000000000000001000000:0050";
    assertThat(ListeningSocket.read(six, "1").isReachedByLoopback()).isTrue();
    String mapped = "0000000000000000FFFF00000100007F:0050";
    assertThat(ListeningSocket.read(mapped, "1").isReachedByLoopback()).isTrue();
    assertThat(ListeningSocket.read("0200007F:0050", "1").isReachedByLoopback()).isFalse();
  }

  @Test
  void ownerIsFoundByPortAndThePortByItsOwner() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThat(ListeningSocket.withPort(port))
          .singleElement()
          .satisfies(each -> assertThat(each.owners()).contains(ProcessHandle.current()));
      assertThat(ListeningSocket.of(List.of(ProcessHandle.current())))
          .extracting(ListeningSocket::port)
          .contains(port);
    }
  }
}
