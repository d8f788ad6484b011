package io.github.restcomparison.jerseysync;

import io.github.restcomparison.jerseygrizzly.JerseyServer;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Jersey, blocking: {@code WORKERS} threads wait, one for each request in progress. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jersey-sync", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.of(settings, 8081, BackEnd.HTTP, BackEnd.SQL);
    Workers workers = Workers.of(settings);
    if (workers instanceof Workers.Virtual) {
      int cpus = Runtime.getRuntime().availableProcessors();
      int carriers = settings.integer("CARRIERS", 2 * cpus, 1, 256);
      // Read by the JDK when the first virtual thread starts; by default there is one for each CPU.
      System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(carriers));
    }
    Limits limits = Limits.of(settings);
    Optional<BackEnd> backEnd = BackEnd.of(settings, endpoint.delay(), limits);
    return switch (endpoint.delay().kind()) {
      case BackEnd.HTTP -> {
        BackEndResource resource = new BackEndResource(backEnd.orElseThrow());
        yield start(
            settings, endpoint, limits, workers, resource, resource.requests(), resource::close);
      }
      case BackEnd.SQL -> {
        DatabaseResource database =
            new DatabaseResource(backEnd.orElseThrow(), endpoint.delay().longest());
        yield start(
            settings, endpoint, limits, workers, database, database.requests(), database::close);
      }
      default -> {
        RequestCount requests = new RequestCount();
        SimulatedDelay delay = new SimulatedDelay(endpoint.delay(), limits.timeout());
        yield start(
            settings,
            endpoint,
            limits,
            workers,
            new MyResource(delay, requests),
            requests,
            () -> {});
      }
    };
  }

  private static RunningService start(
      Settings settings,
      Endpoint endpoint,
      Limits limits,
      Workers workers,
      Object resource,
      RequestCount requests,
      Runnable close)
      throws IOException {
    return JerseyServer.start(
        endpoint,
        limits,
        new JerseyServer.Application(
            Set.of(resource),
            workers,
            true,
            requests,
            ServiceMetrics.of(settings, requests),
            close));
  }
}
