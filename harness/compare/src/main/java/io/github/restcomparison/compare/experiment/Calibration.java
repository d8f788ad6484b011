package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.gatling.RunExecutor.Ended;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.Beforehand;
import io.github.restcomparison.runner.settings.RunRequest.Conduct;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
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
 * Measures how many requests per second the load generator reaches, on this host and in this
 * placement: the same simulation against the cheapest service, without a delay.
 */
record Calibration(MeasurementContext context, ExperimentTime time) {
  /** Some seconds at full speed: a cold load generator shows nothing of its capacity. */
  private static final int LEAST_REQUESTS = 100_000;

  private static final int WARM_UP_MS = 20_000;
  private static final int MOST_ATTEMPTS = 3;

  private static final Target.Started AT_ONCE =
      new Target.Started(Catalogue.ANSWERS_AT_ONCE, false);

  /** How long it should take. */
  static final Duration EXPECTED = Duration.ofMillis(WARM_UP_MS + 10_000L);

  /**
   * Measures it.
   *
   * @param plan whose users are the load, without their waits
   * @param folder receives the runs
   * @return requests per second
   * @throws ExperimentStopped if the service or the generator failed, or three runs in a row showed
   *     no throughput
   */
  double capacity(ExperimentPlan plan, Path folder)
      throws IOException, InterruptedException, ExperimentStopped {
    LoadSpec load = plan.load();
    int requests = Math.max(load.requestsPerUser(), Math.ceilDiv(LEAST_REQUESTS, load.users()));
    LoadSpec atOnce =
        LoadSpec.closed(load.users(), requests, 0, "fixed", OptionalInt.empty(), WARM_UP_MS);
    for (int attempt = 1; ; attempt++) {
      RunId runId = new RunId(1, OptionalInt.of(1), attempt);
      RunFolder run =
          new RunFolder(folder.resolve("runs").resolve(runId.folder(1, AT_ONCE.name())));
      time.begin(attempt == 1 ? EXPECTED : Duration.ZERO, false);
      context.progress().began("calibration of the load generator", time::left);
      RunRequest request =
          new RunRequest(
              AT_ONCE,
              atOnce,
              new RunPlace(run.path().resolve("gatling"), folder, plan.session(), runId),
              context.placement(),
              ExperimentPlan.Setup.BARE,
              Optional.empty(),
              new Beforehand(OptionalDouble.empty(), OptionalDouble.empty()),
              new Conduct(true, true, false));
      Ended ended = context.executor().run(request, run.path(), context.progress()::live);
      if (!Files.exists(run.recordFile())) {
        throw stopped(ended.lastSaid());
      }
      time.end();
      RunRecord record = run.readRecord();
      boolean failed = record.status() == RunRecord.Status.FAILED;
      OptionalDouble throughput =
          record.load().map(RunRecord.Load::throughput).orElse(OptionalDouble.empty());
      // On a busy host the users may never all be at work at once: that is tried again.
      if (failed || throughput.isEmpty() && attempt == MOST_ATTEMPTS) {
        throw stopped(String.join("; ", record.reasons()));
      }
      context.progress().ended(record);
      if (throughput.isPresent()) {
        return throughput.getAsDouble();
      }
    }
  }

  private static ExperimentStopped stopped(String why) {
    return new ExperimentStopped("the load generator could not be calibrated: " + why);
  }
}
