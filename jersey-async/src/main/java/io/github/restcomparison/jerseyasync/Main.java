package io.github.restcomparison.jerseyasync;

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

/** Jersey, {@code @Suspended}: who waits and answers is a setting; no thread does, by default. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jersey-async", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    int cpus = Runtime.getRuntime().availableProcessors();
    Endpoint endpoint = Endpoint.of(settings, 8082, BackEnd.HTTP);
    int dispatchers = settings.integer("DISPATCHERS", Math.max(2, cpus), 1, 1_000);
    int schedulers = settings.integer("SCHEDULER_THREADS", Math.max(2, cpus), 1, 1_000);
    Limits limits = Limits.of(settings);
    SimulatedDelay delay = new SimulatedDelay(endpoint.delay(), limits.timeout());
    Workers workers = new Workers.Platform(dispatchers);
    Optional<BackEnd> backEnd = BackEnd.of(settings, endpoint.delay(), limits);
    if (backEnd.isPresent()) {
      BackEndResource resource =
          new BackEndResource(
              backEnd.get(), settings.integer("DOWNSTREAM_THREADS", Math.max(2, cpus), 1, 256));
      return start(
          settings,
          endpoint,
          limits,
          workers,
          Set.of(resource),
          resource.requests(),
          resource::close);
    }
    String executor = settings.oneOf("EXECUTOR", "scheduler", "scheduler", "thread", "managed");
    if (executor.equals("managed")) {
      // The queue that requests wait in is Jersey's own, and nobody is refused a place in it.
      settings.oneOf("MAX_WAITING", "unlimited", "unlimited");
      ManagedPool pool = new ManagedPool(settings.integer("WORKERS", 200, 1, 20_000));
      ManagedResource resource = new ManagedResource(delay);
      return start(
          settings,
          endpoint,
          limits,
          workers,
          Set.of(resource, pool),
          resource.requests(),
          () -> {});
    }
    Wait wait = executor.equals("thread") ? Wait.onNewThreads() : Wait.onScheduler(schedulers);
    MyResource resource = new MyResource(wait, delay);
    return start(
        settings, endpoint, limits, workers, Set.of(resource), resource.requests(), wait::close);
  }

  private static RunningService start(
      Settings settings,
      Endpoint endpoint,
      Limits limits,
      Workers dispatchers,
      Set<Object> components,
      RequestCount requests,
      Runnable close)
      throws IOException {
    return JerseyServer.start(
        endpoint,
        limits,
        new JerseyServer.Application(
            components,
            dispatchers,
            false,
            requests,
            ServiceMetrics.of(settings, requests),
            close));
  }
}
