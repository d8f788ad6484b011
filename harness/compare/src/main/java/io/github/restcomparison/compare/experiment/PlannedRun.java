package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.settings.RunPlace;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.Beforehand;
import io.github.restcomparison.runner.settings.RunRequest.Conduct;
import io.github.restcomparison.runner.settings.Target;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One run of an experiment, before it is measured.
 *
 * @param runId its round and position
 * @param target what is measured
 */
record PlannedRun(RunId runId, Target.Planned target) {

  /** The name of its folder. */
  String folder() {
    return runId.folder(runId.position().orElseThrow(), target.name());
  }

  /**
   * What Gatling's JVM is told.
   *
   * @param experiment the folder in which the runs are compared
   * @param pressure of the host before the round, as a share; absent where it is not known
   */
  RunRequest request(
      ExperimentPlan plan, Path experiment, MeasurementContext context, OptionalDouble pressure) {
    return new RunRequest(
        target,
        plan.load(),
        new RunPlace(experiment.resolve("gatling"), experiment, plan.session(), runId),
        context.placement(),
        plan.setup().runtime(),
        Optional.empty(),
        new Beforehand(plan.generatorCapacity(), pressure),
        new Conduct(context.allowConcurrent(), true, plan.memory()));
  }
}
