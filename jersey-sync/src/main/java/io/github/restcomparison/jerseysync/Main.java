package io.github.restcomparison.jerseysync;

import io.github.restcomparison.jerseygrizzly.JerseyService;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Jersey, blocking: one of {@code --workers} threads waits with each request. */
@Command(name = "jersey-sync", description = "Jersey on Grizzly: a worker thread blocks.")
public final class Main extends JerseyService {
  @Mixin private final Workers workers = new Workers();
  @Mixin private final Wait wait = new Wait();

  Main() {
    super(8081);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    return blocking(workers, new MyResource(wait));
  }
}
