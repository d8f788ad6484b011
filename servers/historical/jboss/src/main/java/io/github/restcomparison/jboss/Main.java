package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A blocking servlet on WildFly, in this JVM, behind Apache httpd in processes of its own. */
@Command(name = "jboss", description = "WildFly behind Apache httpd: a worker thread blocks.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--workers", paramLabel = "1..20000")
  private int workers = 200;

  Main() {
    super(8097);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    endpoint.requireLoopback();
    return JBossBehindApache.start(endpoint, wait, workers);
  }
}
