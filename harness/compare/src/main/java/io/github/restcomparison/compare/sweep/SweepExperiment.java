package io.github.restcomparison.compare.sweep;

import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.ExperimentStopped;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Measures the cells of a grid. All cells are measured once, in a shuffled order, before any is
 * measured again: what changes on the machine over the hour hits all alike.
 */
public final class SweepExperiment {
  private final SweepPlan plan;
  private final Path folder;
  private final MeasurementContext context;

  /** Prepares one; nothing happens yet. */
  public SweepExperiment(SweepPlan plan, Path folder, MeasurementContext context) {
    this.plan = plan;
    this.folder = folder;
    this.context = context;
  }

  /**
   * Measures what is still to be measured.
   *
   * @throws ExperimentStopped where a run could not be measured at all: what went before is kept
   */
  public void run() throws IOException, InterruptedException, ExperimentStopped {
    ExperimentTime time = new ExperimentTime(folder);
    time.expect(expected(), OptionalLong.empty());
    for (int round = 1; round <= plan.runs().design().rounds(); round++) {
      int number = 0;
      for (Cell cell : order(round)) {
        number++;
        context
            .progress()
            .said(
                "round %d of %d, cell %d of %d: %d users, %d ms"
                    .formatted(
                        round,
                        plan.runs().design().rounds(),
                        number,
                        plan.cells().size(),
                        cell.users(),
                        cell.delayMs()));
        Path own = folder.resolve(cell.folder());
        Experiment.measureRound(own, plan.experiment(cell), round, context, time);
      }
    }
  }

  private Duration expected() {
    return plan.cells().stream()
        .map(plan::experiment)
        .map(ExperimentTime::expected)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private List<Cell> order(int round) {
    List<Cell> cells = new ArrayList<>(plan.cells());
    Collections.shuffle(cells, new Random(plan.runs().design().seed() + round));
    return cells;
  }
}
