package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.ServiceMain;
import io.github.restcomparison.contract.Settings;
import io.github.restcomparison.contract.Workers;
import io.github.restcomparison.jerseygrizzly.JerseyServer;
import java.io.IOException;
import java.time.Duration;

/** Jersey, {@code @Suspended}: no thread waits, a scheduler answers. */
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
    Wait wait =
        switch (settings.oneOf("EXECUTOR", "scheduler", "scheduler", "thread")) {
          case "thread" -> Wait.onNewThreads();
          default -> Wait.onScheduler(schedulers);
        };
    MyResource resource = new MyResource(wait, endpoint.delay(), Duration.ofMillis(timeoutMs));
    return JerseyServer.start(
        endpoint, resource, new Workers.Platform(dispatchers), resource::requestsSeen, wait::close);
  }
}
