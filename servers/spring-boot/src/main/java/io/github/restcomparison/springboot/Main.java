package io.github.restcomparison.springboot;

import io.github.restcomparison.servicekit.ConnectionLimits;
import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Spring MVC, blocking: a worker thread waits, or a virtual thread for each request. */
@Command(name = "spring-boot", description = "Spring Boot with Tomcat: a worker thread blocks.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();
  @Mixin private final Workers workers = new Workers();
  @Mixin private final ConnectionLimits limits = new ConnectionLimits();

  @Option(names = "--max-connections", paramLabel = "1..1000000")
  private int maxConnections = 16_384;

  Main() {
    super(8095);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    return SpringServer.start(endpoint, limits, maxConnections, workers, wait);
  }
}
