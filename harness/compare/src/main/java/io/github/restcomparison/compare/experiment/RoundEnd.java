package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The end of a round: its page is written, and what the page says tells whether to go on. */
record RoundEnd(ExperimentFolder folder, ExperimentPlan plan, MeasurementContext context) {
  /**
   * Whether the experiment is over. A round that has begun is measured to its end first, so that
   * what an interruption has left of it decides nothing.
   *
   * @param round that is over, from 1
   * @param used of the time, since the experiment began
   * @param next how long the next round is expected to take
   */
  boolean isOver(int round, Duration used, Duration next) throws IOException {
    if (hasBegun(round + 1)) {
      return false;
    }
    Optional<Comparison> known = context.page().write();
    Progress progress = context.progress();
    known.ifPresent(all -> progress.roundEnded(round, plan.design().rounds(), all));
    Optional<String> over = new StoppingRule(plan.design()).after(round, known, used, next);
    over.ifPresent(why -> progress.said("over after round %d: %s".formatted(round, why)));
    return over.isPresent();
  }

  private boolean hasBegun(int round) throws IOException {
    for (PlannedRun run : Schedule.round(plan, round, 1)) {
      if (folder.finished(run.folder()).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
