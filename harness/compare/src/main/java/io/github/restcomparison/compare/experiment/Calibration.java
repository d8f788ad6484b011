package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.gatling.GatlingJvm;
import io.github.restcomparison.compare.gatling.RunExecutor.Ended;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.ServiceLauncher;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.settings.RunPlace;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.Beforehand;
import io.github.restcomparison.runner.settings.RunRequest.Conduct;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How many requests per second the load generator reaches, on this host and in this placement,
 * against a service that answers at once: the same simulation, the cheapest service, no delay.
 *
 * @param allowConcurrent whether another measurement may run on this host
 */
public record Calibration(
    GatlingJvm gatling, Placement placement, Progress progress, boolean allowConcurrent) {
  /** Enough for some seconds at full speed, however small the load is that follows. */
  private static final int LEAST_REQUESTS = 100_000;

  private static final int WARM_UP_MS = 20_000;

  /** How long it takes, its JVMs included. */
  static final Duration ABOUT = Duration.ofMillis(WARM_UP_MS + 10_000L);

  private static final int MOST_ATTEMPTS = 3;
  private static final Target.Started AT_ONCE =
      new Target.Started(Catalogue.ANSWERS_AT_ONCE, false);

  /**
   * Measures it.
   *
   * @param session names the experiment that it belongs to
   * @param load whose users do not wait here; where their requests are few, more are asked for: a
   *     load generator that is still cold shows nothing of its capacity
   * @param folder gets the run, as that of an experiment gets its runs
   * @param left of all that it is part of
   * @return requests per second
   * @throws ExperimentStopped where it could not be measured: the service or the generator failed,
   *     or no throughput was seen three times over
   */
  public double capacity(String session, LoadSpec load, Path folder, TimeLeft left)
      throws IOException, InterruptedException, ExperimentStopped {
    LoadSpec atOnce =
        LoadSpec.closed(
            load.users(),
            Math.max(load.requestsPerUser(), Math.ceilDiv(LEAST_REQUESTS, load.users())),
            0,
            "fixed",
            OptionalInt.empty(),
            WARM_UP_MS);
    for (int attempt = 1; ; attempt++) {
      RunId runId = new RunId(1, OptionalInt.of(1), attempt);
      RunFolder run =
          new RunFolder(folder.resolve("runs").resolve(runId.folder(1, AT_ONCE.name())));
      left.begins(attempt == 1 ? ABOUT : Duration.ZERO);
      progress.began("calibration of the load generator", left);
      Ended ended =
          gatling.run(request(session, atOnce, folder, runId), run.path(), progress::live);
      if (!Files.exists(run.recordFile())) {
        throw stopped(ended.lastSaid());
      }
      left.ended();
      RunRecord record = run.readRecord();
      boolean failed = record.status() == RunRecord.Status.FAILED;
      OptionalDouble throughput =
          record.load().map(RunRecord.Load::throughput).orElse(OptionalDouble.empty());
      if (!failed && throughput.isPresent()) {
        progress.ended(record);
        return throughput.getAsDouble();
      }
      // On a host that is busy with something else the users may never all be at work at once.
      if (failed || attempt == MOST_ATTEMPTS) {
        throw stopped(String.join("; ", record.reasons()));
      }
      progress.ended(record);
    }
  }

  private static ExperimentStopped stopped(String why) {
    return new ExperimentStopped("the load generator could not be calibrated: " + why);
  }

  private RunRequest request(String session, LoadSpec load, Path folder, RunId runId) {
    return new RunRequest(
        AT_ONCE,
        load,
        new RunPlace(folder.resolve("gatling"), folder, session, runId),
        placement,
        ServiceLauncher.BARE,
        Optional.empty(),
        new Beforehand(OptionalDouble.empty(), OptionalDouble.empty()),
        new Conduct(allowConcurrent, true, false));
  }
}
