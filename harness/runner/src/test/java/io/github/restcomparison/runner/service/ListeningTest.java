package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Waits for a service without a request to it. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class ListeningTest {
  private static final Origin COMMAND = new Origin.Command("serve {port}", Optional.empty());
  private static final byte[] LOOPBACK6 = new byte[16];

  static {
    LOOPBACK6[15] = 1;
  }

  @TempDir private Path folder;

  @Test
  void serverThatListensOnIpv6AloneIsReached() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByAddress(LOOPBACK6))) {
      assertThat(await(launch(COMMAND, server.getLocalPort())))
          .isEqualTo(URI.create("http://[::1]:" + server.getLocalPort()));
    } catch (IOException e) {
      assumeThat(e).as("a host without IPv6").isNull();
    }
  }

  /** Of all addresses that it listens on, IPv4 is the usual one. */
  @Test
  void ipv4PrecedesIpv6() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50)) {
      assertThat(await(launch(COMMAND, server.getLocalPort())))
          .isEqualTo(URI.create("http://127.0.0.1:" + server.getLocalPort()));
    }
  }

  @Test
  void closedPortIsReported() throws Exception {
    int port = LocalPorts.free(1).getFirst();
    assertThatThrownBy(() -> await(launch(COMMAND, port)))
        .hasMessage("it was not ready within 1 s: nothing listens on 127.0.0.1:" + port);
  }

  /** The slash is of no path: a request for {@code /a} would have two. */
  @Test
  void slashAtTheEndOfAnAddressIsRemoved() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + server.getLocalPort();
      RunningService started = launch(Origin.Address.of(url + "/"), 1).start(new Owner());
      assertThat(started.address()).hasToString(url);
    }
  }

  /** Each question to Docker is a process. A container keeps its address. */
  @Test
  void addressOfAContainerIsRequestedUntilItIsKnown() throws Exception {
    URI address = URI.create("http://127.0.0.1:" + LocalPorts.free(1).getFirst());
    AtomicInteger asked = new AtomicInteger();
    Launch.Addresses addresses = () -> asked.incrementAndGet() < 3 ? List.of() : List.of(address);
    assertThatThrownBy(() -> launch(COMMAND, 1).awaitListening(Optional.empty(), addresses))
        .hasMessageContaining("nothing listens on");
    assertThat(asked).hasValue(3);
  }

  /** Such as a port that its user must give. */
  @Test
  void addressThatWillNeverBeKnownFailsImmediately() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Launch.Addresses addresses =
        () -> {
          asked.incrementAndGet();
          throw new IOException("image app:1 exposes no port: state its port");
        };
    assertThatThrownBy(() -> launch(COMMAND, 1).awaitListening(Optional.empty(), addresses))
        .hasMessage("image app:1 exposes no port: state its port");
    assertThat(asked).hasValue(1);
  }

  @Test
  void unknownHostIsReported() {
    Origin address = Origin.Address.of("http://no_such_host.invalid:8080");
    assertThatThrownBy(() -> await(launch(address, 1)))
        .hasMessageEndingWith("http://no_such_host.invalid:8080: unknown host");
  }

  private static URI await(Launch launch) throws Exception {
    return launch.awaitListening(Optional.empty(), () -> launch.addresses(Optional.empty()));
  }

  private Launch launch(Origin from, int port) {
    Lifetime lifetime =
        new Lifetime(Optional.empty(), Duration.ofSeconds(1), "TERM", Duration.ofSeconds(1));
    return new Launch(
        ServiceSpec.of(from, Map.of(), lifetime),
        Secrets.NONE,
        Placement.ANYWHERE,
        folder.resolve("service.log"),
        port,
        1);
  }
}
