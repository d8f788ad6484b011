package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.StartedService;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * The back end that a service calls, started for one run. It is sampled as the service is, so that
 * a record shows whether it held the service back.
 */
public final class BackEnd {
  private BackEnd() {}

  /**
   * Starts the back end of a load; none if it needs none. Its address is the value of the service's
   * setting {@code DOWNSTREAM}.
   *
   * @param project the folder with the services' modules in it
   * @param folder of the run, which gets its log
   * @param owner ends it
   * @throws IOException if it does not start
   */
  public static StartedService start(
      Path project, LoadSpec load, Placement placement, Path folder, Owner owner)
      throws IOException, InterruptedException {
    Path log = folder.resolve("back-end.log");
    return switch (load.waits()) {
      case Delay.HTTP -> {
        String ms = Long.toString(load.delayMs());
        StartedService http =
            Launch.of(
                    project,
                    Catalogue.variant(Catalogue.ANSWERS_AT_ONCE),
                    Map.of("HOST", "127.0.0.1", "WAIT", "fixed", "DELAY_MS", ms),
                    Setup.BARE,
                    placement,
                    log)
                .start(true, owner);
        URI resource = http.address().resolve(Endpoint.RESOURCE);
        yield new StartedService(http.command(), resource, http.sampled());
      }
      case Delay.SQL ->
          Postgres.start(load.bounds().downstreamConnections().orElse(0), placement, log, owner);
      default -> StartedService.NONE;
    };
  }
}
