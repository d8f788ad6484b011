package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.servicekit.Protocol;
import io.github.restcomparison.system.driver.OwnTls;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gatling's JVM with the options that {@code mvn gatling:test} and {@code compare} give it. */
class GatlingOptionsTest {
  @TempDir private Path folder;

  /** The options sent HTTPS to a closed port: no simulation of the user's could fetch a token. */
  @Test
  void newestVersionIsNotAskedForAndHttpsIsUsable() throws Exception {
    Path store = folder.resolve("service.p12");
    KeyStoreFile.make(store);
    Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 tokens.example\n");
    HttpsServer server = OwnTls.server(store);
    try {
      String url = "https://tokens.example:%d/token".formatted(server.getAddress().getPort());
      Cmd.Result ended =
          Cmd.of(
                  Cmd.JAVA,
                  "@" + Project.ROOT.resolve("gatling/jvm.options"),
                  "-Xms32m",
                  "-Xmx64m",
                  // Proxies are not used for localhost; no other host is known.
                  "-Djdk.net.hosts.file=" + hosts,
                  "-Djdk.internal.httpclient.disableHostnameVerification",
                  "-Djavax.net.ssl.trustStore=" + store,
                  "-Djavax.net.ssl.trustStorePassword=" + Protocol.KEY_STORE_PASSWORD,
                  "-cp",
                  System.getProperty("java.class.path"),
                  Simulation.class.getName(),
                  url)
              .run();
      assertThat(ended.output().lines())
          .as(ended.error())
          .containsExactly("connects to " + url, "status 204");
    } finally {
      server.stop(0);
    }
  }

  /** The program of that JVM: Gatling's check of its version, and a request over HTTPS. */
  static final class Simulation {
    private Simulation() {}

    /** Checks for a newer version as Gatling does, and then sends a request. */
    public static void main(String[] url) throws Exception {
      ProxySelector usual = ProxySelector.getDefault();
      ProxySelector.setDefault(
          new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
              System.out.println("connects to " + uri);
              return usual.select(uri);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException e) {}
          });
      Class.forName("io.gatling.commons.util.LatestGatlingRelease").getMethod("load").invoke(null);
      try (HttpClient client = HttpClient.newHttpClient()) {
        HttpRequest token = HttpRequest.newBuilder(URI.create(url[0])).build();
        System.out.println("status " + client.send(token, BodyHandlers.discarding()).statusCode());
      }
    }
  }
}
