package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.runner.host.Cmd;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why a certificate is refused, in the words of the user's choice. */
class HandshakeTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private HttpServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void trustedCertificateIsNotRefused() throws Exception {
    URI address = serve("-validity 2 -ext san=ip:127.0.0.1");
    assertThat(trusting().refusal(address)).isEmpty();
  }

  @Test
  void unknownAuthorityIsReported() throws Exception {
    URI address = serve("-validity 2 -ext san=ip:127.0.0.1");
    ClientTls usual =
        new ClientTls(new Tls(false, Optional.empty(), Optional.empty(), Optional.empty()));
    assertThat(usual.refusal(address))
        .contains(
            address
                + ": its certificate is not trusted; --cacert names its authority,"
                + " --insecure accepts any");
    assertThat(ClientTls.INSECURE.refusal(address)).isEmpty();
  }

  @Test
  void expiryIsReported() throws Exception {
    URI address = serve("-startdate 2020/01/01 -validity 31 -ext san=ip:127.0.0.1");
    assertThat(trusting().refusal(address).orElseThrow())
        .startsWith(address + ": its certificate expired on 2020-0")
        .endsWith("; --insecure accepts any");
  }

  @Test
  void startOfValidityIsReported() throws Exception {
    URI address = serve("-startdate +3d -validity 2 -ext san=ip:127.0.0.1");
    assertThat(trusting().refusal(address).orElseThrow())
        .contains(": its certificate is not valid before 2");
  }

  @Test
  void namesInTheCertificateAreReported() throws Exception {
    URI address = serve("-validity 2 -ext san=dns:a.example,dns:b.example");
    assertThat(trusting().refusal(address))
        .contains(
            address
                + ": its certificate is for a.example, b.example, not for 127.0.0.1;"
                + " --insecure accepts any");
  }

  @Test
  void tlsIsRecognized() throws Exception {
    URI tls = serve("-validity 2 -ext san=ip:127.0.0.1");
    assertThat(ClientTls.isUsedAt(tls)).isTrue();
    stop();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    URI plain = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    assertThat(ClientTls.isUsedAt(plain)).isFalse();
    assertThat(trusting().refusal(plain)).isEmpty();
  }

  /** Simulates a container's published port without a listener behind it. */
  @Test
  void connectionThatIsClosedIsNoTls() throws Exception {
    try (ServerSocket closing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  closing.accept().close();
                } catch (IOException e) {
                  // The test is over.
                }
              });
      URI address = URI.create("http://127.0.0.1:" + closing.getLocalPort());
      assertThat(ClientTls.isUsedAt(address)).isFalse();
    }
  }

  private ClientTls trusting() {
    String own = folder.resolve("own.pem").toString();
    return new ClientTls(new Tls(false, Optional.empty(), Optional.empty(), Optional.of(own)));
  }

  /** Serves with a certificate that {@code own.pem} has. */
  private URI serve(String options) throws Exception {
    Path file = folder.resolve("service.p12");
    String pair =
        "%s -J-XX:TieredStopAtLevel=1 -genkeypair -keyalg EC -dname CN=a -alias a"
            + " -storetype PKCS12 -storepass %s -keystore %s %s";
    Cmd.of(pair.formatted(Cmd.jdkTool("keytool"), PASSWORD, file, options).split(" ")).output();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Files.writeString(
        folder.resolve("own.pem"),
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(
                Base64.getMimeEncoder().encodeToString(keys.getCertificate("a").getEncoded())));
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(context));
    https.start();
    server = https;
    return URI.create("https://127.0.0.1:" + https.getAddress().getPort());
  }
}
