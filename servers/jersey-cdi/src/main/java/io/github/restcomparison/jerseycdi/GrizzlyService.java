package io.github.restcomparison.jerseycdi;

import io.github.restcomparison.jerseygrizzly.JerseyService;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servicekit.Workers;
import jakarta.enterprise.inject.se.SeContainer;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Each request blocks one of the {@code --workers}. */
@Command(name = "jersey-cdi", description = "Jersey on Grizzly with CDI, validation and JSON.")
final class GrizzlyService extends JerseyService {
  @Mixin private final Workers workers = new Workers();
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--container", paramLabel = "grizzly")
  private String container = "grizzly";

  @Option(names = "--protocol", paramLabel = "http1")
  private String protocol = "http1";

  private SeContainer beans;

  GrizzlyService() {
    super(8085);
  }

  @Override
  protected StartedServer serve() throws IOException {
    beans = Beans.start(wait);
    try {
      return blocking(workers, Main.COMPONENTS.toArray());
    } catch (IOException | RuntimeException e) {
      beans.close();
      throw e;
    }
  }

  @Override
  protected void stopped() {
    beans.close();
  }
}
