package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the many small experiments of a search or a sweep have in common.
 *
 * @param repeats how often what was disturbed is measured again at the end of its round
 * @param allowConcurrent whether another measurement may run on this host
 */
public record MeasurementContext(
    Placement placement,
    GatlingJvm gatling,
    Progress progress,
    HostPressure host,
    int repeats,
    boolean allowConcurrent) {

  /**
   * Measures what of one round is still to be measured; what was disturbed of it once more, alone.
   *
   * @param folder of the experiment; where it is there already, it is gone on with
   * @throws ExperimentRefused where the folder holds something else
   */
  public void round(Path folder, ExperimentPlan plan, int round)
      throws IOException, InterruptedException, ExperimentRefused, ExperimentStopped {
    Experiment experiment =
        new Experiment(
            ExperimentFolder.open(folder, plan, true),
            placement,
            gatling,
            progress,
            host,
            Optional.of(repeats),
            false,
            allowConcurrent);
    experiment.round(experiment.begin(plan), round);
  }
}
