package io.github.restcomparison.jerseysync;

import io.github.restcomparison.contract.BackEnd;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.Limits;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.ServiceMain;
import io.github.restcomparison.contract.Settings;
import io.github.restcomparison.contract.Workers;
import io.github.restcomparison.jerseygrizzly.JerseyServer;
import io.github.restcomparison.metrics.ServiceMetrics;
import java.io.IOException;
import java.util.Set;

/** Jersey, blocking: {@code WORKERS} threads wait, one for each request in progress. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jersey-sync", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.of(settings, 8081);
    Workers workers = Workers.of(settings);
    if (workers instanceof Workers.Virtual) {
      int cpus = Runtime.getRuntime().availableProcessors();
      int carriers = settings.integer("CARRIERS", 2 * cpus, 1, 256);
      // Read by the JDK when the first virtual thread starts; by default there is one for each CPU.
      System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(carriers));
    }
    Limits limits = Limits.of(settings);
    MyResource resource = new MyResource(new BackEnd(endpoint.delay(), limits.timeout()));
    return JerseyServer.start(
        endpoint,
        limits,
        new JerseyServer.Application(
            Set.of(resource),
            workers,
            true,
            resource.requests(),
            ServiceMetrics.of(settings, resource.requests()),
            () -> {}));
  }
}
