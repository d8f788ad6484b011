package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.jerseygrizzly.JerseyServer;
import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Jersey, {@code @Suspended}: by default no thread waits; {@code EXECUTOR} has other models. */
public final class Main {
  /** Of each pool of threads that never block, by default. */
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jersey-async", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.of(settings, 8082, BackEnd.HTTP);
    Workers workers = new Workers.Platform(settings.integer("DISPATCHERS", THREADS, 1, 1_000));
    Limits limits = Limits.of(settings);
    return JerseyServer.start(endpoint, limits, application(settings, endpoint, limits, workers));
  }

  private static JerseyServer.Application application(
      Settings settings, Endpoint endpoint, Limits limits, Workers workers) {
    int schedulers = settings.integer("SCHEDULER_THREADS", THREADS, 1, 1_000);
    Optional<BackEnd> backEnd = BackEnd.of(settings, endpoint.delay(), limits);
    if (backEnd.isPresent()) {
      int ioThreads = settings.integer("DOWNSTREAM_THREADS", THREADS, 1, 256);
      BackEndResource resource = new BackEndResource(backEnd.get(), ioThreads);
      return new JerseyServer.Application(
          settings, Set.of(resource), workers, false, resource.requests(), resource::close);
    }
    SimulatedDelay delay = SimulatedDelay.of(settings, endpoint.delay(), limits);
    String executor = settings.oneOf("EXECUTOR", "scheduler", "scheduler", "thread", "managed");
    if (executor.equals("managed")) {
      // Requests wait in Jersey's own queue, which has no limit.
      settings.oneOf("MAX_WAITING", "unlimited", "unlimited");
      ManagedPool pool = new ManagedPool(settings.integer("WORKERS", 200, 1, 20_000));
      ManagedResource resource = new ManagedResource(delay);
      return new JerseyServer.Application(
          settings, Set.of(resource, pool), workers, false, resource.requests(), () -> {});
    }
    Wait wait = executor.equals("thread") ? Wait.onNewThreads() : Wait.onScheduler(schedulers);
    MyResource resource = new MyResource(wait, delay);
    return new JerseyServer.Application(
        settings, Set.of(resource), workers, false, resource.requests(), wait::close);
  }
}
