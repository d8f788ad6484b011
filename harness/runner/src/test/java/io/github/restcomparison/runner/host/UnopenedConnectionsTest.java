package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnopenedConnectionsTest {
  /** Not the service's, whose log may have the same words, and not that of the calibration. */
  @Test
  void exhaustionIsOfThisHostIfItsClientFailed() {
    assertThat(
            UnopenedConnections.reason(
                "GET /: no response (connect(..) failed with error(-99): Cannot assign requested"
                    + " address: /127.0.0.1:8080)"))
        .contains(
            "the load generator could not open a connection (Cannot assign requested address): this"
                + " host has no local port left");
    assertThat(
            UnopenedConnections.reason(
                "GET /: no response (j.n.SocketException: Too many open files)"))
        .get()
        .asString()
        .endsWith("this host has no open file (ulimit -n) left");
    assertThat(
            UnopenedConnections.reason(
                "it ended with exit code 1: OSError: Cannot assign requested address"))
        .isEmpty();
    assertThat(UnopenedConnections.reason("GET /: no response (Connection refused)")).isEmpty();
  }
}
