package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What experiments are measured with, one or the many small ones of a search or a sweep.
 *
 * @param executor measures a run
 * @param page is written after each round
 * @param host whose pressure is sampled before each round
 * @param retries how often what was disturbed is measured again at the end of its round, alone;
 *     where it is empty, the whole round is repeated once
 * @param allowConcurrent whether another measurement may run on this host
 */
public record MeasurementContext(
    Placement placement,
    RunExecutor executor,
    Progress progress,
    RoundPage page,
    HostPressure host,
    Optional<Integer> retries,
    boolean allowConcurrent) {

  /** The same with another one that measures. */
  public MeasurementContext measuredBy(RunExecutor other) {
    return new MeasurementContext(placement, other, progress, page, host, retries, allowConcurrent);
  }

  /**
   * Measures what of one round is still to be measured; what was disturbed of it once more, alone.
   *
   * @param folder of the experiment; where it is there already, it is gone on with
   * @param left of all that it is part of
   * @throws UsageException where the folder holds something else
   */
  public void round(Path folder, ExperimentPlan plan, int round, TimeLeft left)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentFolder opened = ExperimentFolder.open(folder, plan, Files.exists(folder));
    Experiment experiment = new Experiment(opened, this, Optional.empty(), left);
    experiment.round(experiment.begin(plan), round);
    page.write();
  }
}
