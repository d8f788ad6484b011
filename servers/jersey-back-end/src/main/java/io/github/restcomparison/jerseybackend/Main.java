package io.github.restcomparison.jerseybackend;

import io.github.restcomparison.backend.BackEndOptions;
import io.github.restcomparison.jerseygrizzly.JerseyService;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Jersey on Grizzly, whose requests wait for a back end. */
@Command(
    name = "jersey-back-end",
    description = "Jersey on Grizzly, which calls a back end over HTTP or JDBC.")
public final class Main extends JerseyService {
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Mixin private final BackEndOptions backEnd = new BackEndOptions();
  @Mixin private final Workers workers = new Workers();

  @Option(names = "--model", paramLabel = "sync|async")
  private String model = "sync";

  @Option(names = "--dispatchers", paramLabel = "1..1000")
  private int dispatchers = THREADS;

  @Option(names = "--downstream-threads", paramLabel = "1..256")
  private int downstreamThreads = THREADS;

  private AutoCloseable resource;

  Main() {
    super(8086);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    backEnd.uri();
    if (model.equals("async")) {
      backEnd.requireHttp("JDBC blocks, and MODEL is 'async'");
      resource = new AsyncHttpResource(backEnd, downstreamThreads);
      return suspending(dispatchers, 0, resource);
    }
    resource = backEnd.isDatabase() ? new JdbcResource(backEnd) : new BlockingHttpResource(backEnd);
    return blocking(workers, resource);
  }

  @Override
  protected void stopped() {
    try {
      resource.close();
    } catch (Exception e) {
      // Its connections end with the process.
    }
  }
}
