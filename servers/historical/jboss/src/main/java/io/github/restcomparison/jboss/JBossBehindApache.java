package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.TemporaryFolder;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Two servers, one service: httpd is started last and stopped first. */
final class JBossBehindApache implements RunningService {
  private final TemporaryFolder folder;
  private final Endpoint endpoint;
  private final WildFly wildFly;
  private final ApacheHttpd httpd;

  private JBossBehindApache(
      TemporaryFolder folder, Endpoint endpoint, WildFly wildFly, ApacheHttpd httpd) {
    this.folder = folder;
    this.endpoint = endpoint;
    this.wildFly = wildFly;
    this.httpd = httpd;
  }

  static JBossBehindApache start(Endpoint endpoint, Wait wait, int workers) throws IOException {
    TemporaryFolder folder = TemporaryFolder.named("jboss");
    WildFly wildFly = null;
    try {
      wildFly = WildFly.start(folder.path().resolve("wildfly"), wait, workers);
      ApacheHttpd httpd =
          ApacheHttpd.start(folder.path().resolve("httpd"), endpoint, wildFly.ajpPort());
      return new JBossBehindApache(folder, endpoint, wildFly, httpd);
    } catch (IOException | RuntimeException e) {
      if (wildFly != null) {
        wildFly.close();
      }
      folder.close();
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
    folder.close();
  }
}
