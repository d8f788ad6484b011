package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.LoadSpec;
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
import java.util.OptionalLong;

/**
 * The back end that a service calls, started for one run. It is sampled as the service is, so that
 * a record shows whether it held the service back.
 */
public final class BackEndProcess {
  private final String address;
  private final SampledService sampled;
  private long requestsBefore;

  private BackEndProcess(String address, SampledService sampled) {
    this.address = address;
    this.sampled = sampled;
  }

  /**
   * Starts the back end of a load; returns null if it needs none.
   *
   * @param project the folder with the services' modules in it
   * @param folder of the run, which gets its log
   * @param owner ends it
   * @throws IOException if it does not start
   */
  public static BackEndProcess start(
      Path project, LoadSpec load, Placement placement, Path folder, Owner owner)
      throws IOException, InterruptedException {
    Path log = folder.resolve("back-end.log");
    String address;
    SampledService sampled;
    switch (load.delay().waits()) {
      case Delay.HTTP -> {
        Launch.Started http = http(project, load.delay(), placement, log).start(true, owner);
        address = http.address().resolve(Endpoint.RESOURCE).toString();
        sampled = http.sampled();
      }
      case Delay.SQL -> {
        int connections = load.bounds().downstreamConnections().orElse(0);
        Postgres.Server server = Postgres.start(project, connections, placement, log, owner);
        address = server.address();
        sampled = server.instance().sampled();
      }
      default -> {
        return null;
      }
    }
    return new BackEndProcess(address, sampled);
  }

  /** The variant that costs least, which responds after the delay. */
  private static Launch http(Path project, Delay delay, Placement placement, Path log)
      throws IOException, InterruptedException {
    String ms = Long.toString(delay.longest().toMillis());
    Map<String, String> settings = Map.of("HOST", "127.0.0.1", "WAIT", "fixed", "DELAY_MS", ms);
    return VariantService.launch(
        project,
        Catalogue.variant(Catalogue.ANSWERS_AT_ONCE),
        settings,
        Setup.BARE,
        placement,
        log);
  }

  /** The value of the service's setting {@code DOWNSTREAM}. */
  public String address() {
    return address;
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
          : OptionalLong.of(sampled.probe().service().getCounters().requestsSeen());
    } catch (RuntimeException e) {
      return OptionalLong.empty(); // it has ended
    }
  }
}
