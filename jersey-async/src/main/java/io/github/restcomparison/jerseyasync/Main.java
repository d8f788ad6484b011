package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.ServiceMain;
import io.github.restcomparison.contract.Settings;
import io.github.restcomparison.contract.Workers;
import io.github.restcomparison.jerseygrizzly.JerseyServer;
import java.io.IOException;
import java.time.Duration;
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
    Endpoint endpoint = Endpoint.of(settings, 8082);
    int dispatchers = settings.integer("DISPATCHERS", Math.max(2, cpus), 1, 1_000);
    int schedulers = settings.integer("SCHEDULER_THREADS", Math.max(2, cpus), 1, 1_000);
    int timeoutMs = settings.integer("TIMEOUT_MS", 630_000, 1, 3_600_000);
    Workers workers = new Workers.Platform(dispatchers);
    return switch (settings.oneOf("EXECUTOR", "scheduler", "scheduler", "thread", "managed")) {
      case "managed" -> managed(endpoint, workers, settings);
      case "thread" -> suspended(endpoint, workers, Wait.onNewThreads(), timeoutMs);
      default -> suspended(endpoint, workers, Wait.onScheduler(schedulers), timeoutMs);
    };
  }

  private static RunningService suspended(
      Endpoint endpoint, Workers dispatchers, Wait wait, int timeoutMs) throws IOException {
    MyResource resource = new MyResource(wait, endpoint.delay(), Duration.ofMillis(timeoutMs));
    return JerseyServer.start(
        endpoint, Set.of(resource), dispatchers, resource.requests(), wait::close);
  }

  private static RunningService managed(Endpoint endpoint, Workers dispatchers, Settings settings)
      throws IOException {
    ManagedResource resource = new ManagedResource(endpoint.delay());
    ManagedPool pool = new ManagedPool(settings.integer("WORKERS", 200, 1, 20_000));
    return JerseyServer.start(
        endpoint, Set.of(resource, pool), dispatchers, resource.requests(), () -> {});
  }
}
