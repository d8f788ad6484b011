package io.github.restcomparison.runner.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports for programs that must be told theirs. */
public final class FreePort {
  private FreePort() {}

  /**
   * A port of the loopback interface that nobody listened on a moment ago.
   *
   * @throws IOException where there is none
   */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
