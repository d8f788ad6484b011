package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.servicekit.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class ReadinessTest {
  private static final Origin COMMAND = new Origin.Command("serve {port}", Optional.empty());
  private static final byte[] LOOPBACK6 = new byte[16];

  static {
    LOOPBACK6[15] = 1;
  }

  @TempDir private Path folder;
  private HttpServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void serverThatListensOnIpv6AloneIsReached() throws Exception {
    try {
      server = serve(HttpServer.create(), InetAddress.getByAddress(LOOPBACK6), 204);
    } catch (IOException e) {
      assumeThat(e).as("a host without IPv6").isNull();
    }
    assertThat(await(COMMAND, Optional.empty(), true))
        .isEqualTo(URI.create("http://[::1]:" + port()));
  }

  @Test
  void serverOfTlsAloneIsReachedAtItsScheme() throws Exception {
    server = serve(withTls(), loopback(), 204);
    assertThat(await(COMMAND, Optional.of("/health"), true))
        .isEqualTo(URI.create("https://127.0.0.1:" + port()));
  }

  @Test
  void certificateThatIsNotTrustedIsSaid() throws Exception {
    server = serve(withTls(), loopback(), 204);
    assertThatThrownBy(() -> await(COMMAND, Optional.empty(), false))
        .hasMessage(
            "it was not ready within 3 s: https://127.0.0.1:%d: its certificate is not trusted;"
                + " --cacert names its authority, --insecure accepts any",
            port());
  }

  /** Its user wrote the scheme: the plan and the page would have another one than the load. */
  @Test
  void addressWithTheWrongSchemeIsSaid() throws Exception {
    server = serve(withTls(), loopback(), 204);
    Origin address = Origin.Address.of("http://127.0.0.1:" + port());
    assertThatThrownBy(() -> await(address, Optional.empty(), true))
        .hasMessageEndingWith("requires TLS: use https://127.0.0.1:" + port());
  }

  @Test
  void healthOnASecondPortIsAsked() throws Exception {
    server = serve(HttpServer.create(), loopback(), 404);
    HttpServer health = serve(HttpServer.create(), loopback(), 503);
    try {
      Optional<String> ready = Optional.of("http://127.0.0.1:{port2}/q/health");
      int port2 = health.getAddress().getPort();
      assertThatThrownBy(() -> await(launch(COMMAND, ready, port(), port2), true))
          .hasMessageEndingWith("http://127.0.0.1:%d/q/health answers with status 503", port2);
      health.removeContext("/");
      answer(health, 200);
      assertThat(await(launch(COMMAND, ready, port(), port2), true).getPort()).isEqualTo(port());
    } finally {
      health.stop(0);
    }
  }

  @Test
  void nothingListensIsSaid() throws Exception {
    server = serve(HttpServer.create(), loopback(), 204);
    int port = port();
    stop();
    Launch launch = launch(COMMAND, Optional.empty(), port, 1);
    assertThatThrownBy(() -> await(launch, true))
        .hasMessage("it was not ready within 3 s: nothing listens on 127.0.0.1:" + port);
  }

  /** What a container's published port does while nothing listens behind it. */
  @Test
  void connectionsThatAreClosedUnansweredAreNotTakenForTls() throws Exception {
    try (ServerSocket closing = new ServerSocket(0, 50, loopback())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (true) {
                    closing.accept().close();
                  }
                } catch (IOException e) {
                  // The test is over.
                }
              });
      Launch launch = launch(COMMAND, Optional.empty(), closing.getLocalPort(), 1);
      assertThatThrownBy(() -> await(launch, false))
          .hasMessageStartingWith("it was not ready within 3 s: ")
          .hasMessageNotContaining("TLS");
    }
  }

  /** Each question to Docker is a process. A container keeps its address. */
  @Test
  void addressOfAContainerIsAskedForUntilItIsKnown() throws Exception {
    server = serve(HttpServer.create(), loopback(), 503);
    URI address = URI.create("http://127.0.0.1:" + port());
    Launch launch = launch(COMMAND, Optional.of("/health"), port(), 1);
    AtomicInteger asked = new AtomicInteger();
    Launch.Addresses addresses = () -> asked.incrementAndGet() < 3 ? List.of() : List.of(address);
    try (ServiceClient client = new ServiceClient(ClientTls.INSECURE)) {
      assertThatThrownBy(() -> launch.awaitReady(null, addresses, client))
          .hasMessageEndingWith("/health answers with status 503");
    }
    assertThat(asked).hasValue(3);
  }

  /** Such as a port that its user must give. */
  @Test
  void addressThatWillNeverBeKnownFailsImmediately() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Launch.Addresses addresses =
        () -> {
          asked.incrementAndGet();
          throw new IOException("image app:1 exposes no port: give its port");
        };
    try (ServiceClient client = new ServiceClient(ClientTls.INSECURE)) {
      Launch launch = launch(COMMAND, Optional.empty(), 1, 1);
      assertThatThrownBy(() -> launch.awaitReady(null, addresses, client))
          .hasMessage("image app:1 exposes no port: give its port");
    }
    assertThat(asked).hasValue(1);
  }

  private URI await(Origin from, Optional<String> ready, boolean insecure) throws Exception {
    return await(launch(from, ready, port(), 1), insecure);
  }

  private URI await(Launch launch, boolean insecure) throws Exception {
    try (ServiceClient client =
        new ServiceClient(
            new ClientTls(
                new Tls(insecure, Optional.empty(), Optional.empty(), Optional.empty())))) {
      return launch.awaitReady(null, client);
    }
  }

  private Launch launch(Origin from, Optional<String> ready, int port, int port2) {
    return new Launch(
        "a",
        ServiceSpec.of(
            from,
            Map.of(),
            new Lifetime(ready, Duration.ofSeconds(3), "TERM", Duration.ofSeconds(1))),
        Secrets.NONE,
        Placement.ANYWHERE,
        folder.resolve("service.log"),
        port,
        port2);
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByName("127.0.0.1");
  }

  private static HttpServer serve(HttpServer server, InetAddress address, int status)
      throws IOException {
    server.bind(new InetSocketAddress(address, 0), 100);
    answer(server, status);
    server.start();
    return server;
  }

  private static void answer(HttpServer server, int status) {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
  }

  private HttpServer withTls() throws Exception {
    Path file = folder.resolve("service.p12");
    KeyStoreFile.make(file);
    try (InputStream in = Files.newInputStream(file)) {
      char[] password = Protocol.KEY_STORE_PASSWORD.toCharArray();
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password);
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      HttpsServer tls = HttpsServer.create();
      tls.setHttpsConfigurator(new HttpsConfigurator(context));
      return tls;
    }
  }

  @Test
  void unknownHostIsSaid() {
    Origin address = Origin.Address.of("http://no_such_host.invalid:8080");
    assertThatThrownBy(() -> await(launch(address, Optional.empty(), 1, 1), true))
        .hasMessageEndingWith("http://no_such_host.invalid:8080: unknown host");
  }
}
