package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.jerseygrizzly.JerseyService;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jersey, {@code @Suspended}: no thread waits. */
@Command(name = "jersey-async", description = "Jersey on Grizzly: @Suspended, and a scheduler.")
public final class Main extends JerseyService {
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Mixin private final Wait wait = new Wait();

  @Option(names = "--dispatchers", paramLabel = "1..1000")
  private int dispatchers = THREADS;

  @Option(names = "--scheduler-threads", paramLabel = "1..1000")
  private int schedulerThreads = THREADS;

  private MyResource resource;

  Main() {
    super(8082);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    resource = new MyResource(wait, schedulerThreads);
    return suspending(dispatchers, 0, resource);
  }

  @Override
  protected void stopped() {
    resource.close();
  }
}
