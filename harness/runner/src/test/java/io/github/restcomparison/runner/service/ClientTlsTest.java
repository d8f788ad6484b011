package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Cmd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made by openssl, and a server that asks for a certificate. */
class ClientTlsTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void certificates() throws Exception {
    for (String kind :
        new String[] {"rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256", "ed25519"}) {
      String name = kind.replaceFirst("\\W.*", "");
      openssl(
          "req -x509 -nodes -newkey %s -keyout %s.key -out %s.pem -days 2 -subj /CN=%s"
                  .formatted(kind, name, name, name)
              + " -addext subjectAltName=IP:127.0.0.1");
    }
    openssl("rsa -in rsa.key -traditional -out old.key");
    openssl("genpkey -algorithm RSA -out other.key");
    openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out longer.key");
    Files.writeString(
        folder.resolve("broken.key"),
        "-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----\n");
    Files.writeString(
        folder.resolve("both.pem"),
        Files.readString(folder.resolve("ec.key")) + Files.readString(folder.resolve("ec.pem")));
    Files.writeString(folder.resolve("nothing.pem"), "nothing");
  }

  private static void openssl(String options) throws Exception {
    Cmd.of("sh", "-c", "cd '%s' && openssl %s".formatted(folder, options)).output();
  }

  private static Optional<String> file(String name) {
    return Optional.of(name)
        .filter(each -> !each.isEmpty())
        .map(each -> folder.resolve(each).toString());
  }

  private static ClientTls tls(String cert, String key, String cacert) {
    return new ClientTls(new Tls(false, file(cert), file(key), file(cacert)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa", "ec", "ed25519"})
  void certificateIsShownToAServerThatAsksForIt(String kind) throws Exception {
    HttpsServer server = serverThatTrusts(kind + ".pem");
    URI address = URI.create("https://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    try (MetricsClient known = new MetricsClient(tls(kind + ".pem", kind + ".key", "rsa.pem"));
        MetricsClient unknown = new MetricsClient(tls("", "", "rsa.pem"));
        MetricsClient suspicious = new MetricsClient(tls(kind + ".pem", kind + ".key", "ec.pem"))) {
      assertThat(known.page(address).statusCode()).isEqualTo(204);
      assertThatThrownBy(() -> unknown.page(address)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> suspicious.page(address)).isInstanceOf(IOException.class);
    } finally {
      server.stop(0);
    }
  }

  private static HttpsServer serverThatTrusts(String authority) throws IOException {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls("rsa.pem", "rsa.key", authority).context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters asking = getSSLContext().getDefaultSSLParameters();
            asking.setNeedClientAuth(true);
            parameters.setSSLParameters(asking);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void oneFileMayHaveBoth() {
    assertThat(tls("both.pem", "", "").context()).isNotNull();
  }

  @Test
  void gatlingGetsSeparateStores() throws IOException {
    assertThat(tls("ec.pem", "ec.key", "rsa.pem").gatlingOptions(folder))
        .containsExactly(
            "-Dgatling.ssl.useInsecureTrustManager=false",
            "-Dgatling.ssl.keyStore.type=PKCS12",
            "-Dgatling.ssl.keyStore.file=" + folder.resolve("keyStore.p12"),
            "-Dgatling.ssl.keyStore.password=measured",
            "-Dgatling.ssl.trustStore.type=PKCS12",
            "-Dgatling.ssl.trustStore.file=" + folder.resolve("trustStore.p12"),
            "-Dgatling.ssl.trustStore.password=measured");
    assertThat(tls("", "", "").gatlingOptions(folder)).hasSize(1);
  }

  @Test
  void invalidFilesAreOneLine() {
    refused(
        "nothing.pem",
        "ec.key",
        "",
        "cert %s: must be a file with a certificate in PEM",
        "nothing.pem");
    refused(
        "",
        "",
        "nothing.pem",
        "cacert %s: must be a file with a certificate in PEM",
        "nothing.pem");
    refused("none.pem", "ec.key", "", "cert %s: must be a readable file", "none.pem");
    String key =
        "key %s: must be a file with a private key in PEM, without a password"
            + " (openssl pkcs8 -topk8 -nocrypt)";
    refused("ec.pem", "", "", key, "ec.pem");
    refused("rsa.pem", "old.key", "", key, "old.key");
    String other = "key %s: must be the private key of the certificate";
    refused("rsa.pem", "ec.key", "", other, "ec.key");
    refused("rsa.pem", "other.key", "", other, "other.key");
    refused("rsa.pem", "longer.key", "", other, "longer.key");
    refused("rsa.pem", "broken.key", "", other, "broken.key");
  }

  private static void refused(String cert, String key, String cacert, String says, String file) {
    assertThatThrownBy(() -> tls(cert, key, cacert))
        .isInstanceOf(SettingException.class)
        .hasMessage(says, folder.resolve(file));
  }
}
