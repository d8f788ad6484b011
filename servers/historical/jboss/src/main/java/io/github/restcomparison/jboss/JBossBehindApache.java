package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** Two servers, one service: httpd is started last and stopped first. */
final class JBossBehindApache implements StartedServer {
  private final Path folder;
  private final Endpoint endpoint;
  private final WildFly wildFly;
  private final ApacheHttpd httpd;

  private JBossBehindApache(Path folder, Endpoint endpoint, WildFly wildFly, ApacheHttpd httpd) {
    this.folder = folder;
    this.endpoint = endpoint;
    this.wildFly = wildFly;
    this.httpd = httpd;
  }

  static JBossBehindApache start(Endpoint endpoint, Wait wait, int workers) throws IOException {
    Path folder = Files.createTempDirectory("jboss");
    WildFly wildFly = null;
    try {
      wildFly = WildFly.start(folder.resolve("wildfly"), wait, workers);
      ApacheHttpd httpd = ApacheHttpd.start(folder.resolve("httpd"), endpoint, wildFly.ajpPort());
      return new JBossBehindApache(folder, endpoint, wildFly, httpd);
    } catch (IOException | RuntimeException e) {
      if (wildFly != null) {
        wildFly.close();
      }
      delete(folder);
      throw e;
    }
  }

  @Override
  public URI uri() {
    return endpoint.resource(httpd.port());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "transport", "Apache httpd, AJP, NIO",
        "httpd", "worker MPM, 10240 threads, 128 each process",
        "keepAliveRequests", "unlimited",
        "keepAliveIdle", "600 s");
  }

  @Override
  public Requests requests() {
    return WebApplication.requests();
  }

  @Override
  public void close() {
    httpd.close();
    wildFly.close();
    delete(folder);
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // The system cleans its folder for temporary files by itself.
    }
  }
}
