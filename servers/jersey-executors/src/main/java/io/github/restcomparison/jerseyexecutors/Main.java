package io.github.restcomparison.jerseyexecutors;

import io.github.restcomparison.jerseygrizzly.JerseyService;
import io.github.restcomparison.servicekit.InvalidSettingException;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jersey, asynchronous by name: each waiting request holds a thread that is no worker. */
@Command(
    name = "jersey-executors",
    description = "Jersey on Grizzly: a waiting request holds a thread of another pool.")
public final class Main extends JerseyService {
  @Mixin private final Wait wait = new Wait();
  @Mixin private final Workers workers = new Workers();

  @Option(names = "--executor", paramLabel = "thread|managed")
  private String executor = "thread";

  @Option(names = "--dispatchers", paramLabel = "1..1000")
  private int dispatchers = Math.max(2, Runtime.getRuntime().availableProcessors());

  Main() {
    super(8090);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    if (executor.equals("managed")) {
      if (workers.areVirtual()) {
        throw new InvalidSettingException("WORKERS: 'virtual' is no pool for @ManagedAsync");
      }
      return suspending(
          dispatchers,
          workers.threads(),
          new ManagedResource(wait),
          new ManagedResource.Pool(workers.threads()));
    }
    return suspending(
        dispatchers,
        0,
        new ThreadPerRequestResource(wait, ThreadPerRequestResource.platformThreads()));
  }
}
