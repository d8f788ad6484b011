package io.github.restcomparison.jerseysync;

import io.github.restcomparison.jerseygrizzly.JerseyServer;
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
    return JerseyServer.start(endpoint, limits, application(settings, endpoint, limits, workers));
  }

  private static JerseyServer.Application application(
      Settings settings, Endpoint endpoint, Limits limits, Workers workers) {
    Optional<BackEnd> backEnd = BackEnd.of(settings, endpoint.delay(), limits);
    return switch (endpoint.delay().kind()) {
      case BackEnd.HTTP -> {
        BackEndResource resource = new BackEndResource(backEnd.orElseThrow());
        yield new JerseyServer.Application(
            settings, Set.of(resource), workers, true, resource.requests(), resource::close);
      }
      case BackEnd.SQL -> {
        DatabaseResource resource =
            new DatabaseResource(backEnd.orElseThrow(), endpoint.delay().longest());
        yield new JerseyServer.Application(
            settings, Set.of(resource), workers, true, resource.requests(), resource::close);
      }
      default -> {
        SimulatedDelay delay = SimulatedDelay.of(settings, endpoint.delay(), limits);
        RequestCount requests = new RequestCount();
        MyResource resource = new MyResource(delay, requests);
        yield new JerseyServer.Application(
            settings, Set.of(resource), workers, true, requests, () -> {});
      }
    };
  }
}
