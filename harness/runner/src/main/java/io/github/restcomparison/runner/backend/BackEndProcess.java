package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.VariantService;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The back end that a service calls, started for one run. It is sampled as the service is, so that
 * a record shows whether it held the service back.
 */
public final class BackEndProcess {
  private final Map<String, String> environment;
  private final SampledService sampled;
  private long requestsBefore;

  private BackEndProcess(String address, SampledService sampled) {
    this.environment = Map.of("DOWNSTREAM", address);
    this.sampled = sampled;
  }

  /**
   * Starts the back end of a wait; returns empty if the wait needs none.
   *
   * @param project the folder with the services' modules in it
   * @param connections that the service may have to it
   * @param folder of the run, which gets its log
   * @param owner ends it
   * @throws IOException if it does not start
   */
  public static Optional<BackEndProcess> start(
      Path project, Delay delay, int connections, Placement placement, Path folder, Owner owner)
      throws IOException, InterruptedException {
    Path log = folder.resolve("back-end.log");
    return switch (delay.waits()) {
      case Delay.HTTP -> Optional.of(http(project, delay, placement, log, owner));
      case Delay.SQL -> {
        Postgres.Server server = Postgres.start(project, connections, placement, log, owner);
        yield Optional.of(new BackEndProcess(server.address(), server.instance().sampled()));
      }
      default -> Optional.empty();
    };
  }

  /** The variant that costs least, which answers after the delay. */
  private static BackEndProcess http(
      Path project, Delay delay, Placement placement, Path log, Owner owner)
      throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of(
            "HOST",
            "127.0.0.1",
            "WAIT",
            "fixed",
            "DELAY_MS",
            Long.toString(delay.longest().toMillis()));
    Launch.Started started =
        VariantService.launch(
                project,
                Catalogue.variant(Catalogue.ANSWERS_AT_ONCE),
                settings,
                Setup.BARE,
                placement,
                log)
            .start(VariantService.readiness(), owner);
    SampledService seen = started.instance().sampled().probed();
    if (seen.probe() != null) {
      owner.own(seen.probe());
    }
    return new BackEndProcess(started.address().resolve(Endpoint.RESOURCE).toString(), seen);
  }

  /** What a service is told, to call it. */
  public Map<String, String> environment() {
    return environment;
  }

  /** What of it can be sampled. */
  public SampledService sampled() {
    return sampled;
  }

  /** The load begins now. */
  public void loadBegins() {
    requestsBefore = counted().orElse(0);
  }

  /** How many requests it has counted since the load began; empty if it does not count. */
  public OptionalLong requestsSeen() {
    OptionalLong now = counted();
    return now.isPresent() ? OptionalLong.of(now.getAsLong() - requestsBefore) : now;
  }

  private OptionalLong counted() {
    try {
      return sampled.probe() == null
          ? OptionalLong.empty()
          : OptionalLong.of(sampled.probe().requestsSeen());
    } catch (RuntimeException e) {
      return OptionalLong.empty(); // it has ended
    }
  }
}
