package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.Target;

/**
 * One run of an experiment, before it is measured.
 *
 * @param runId its round, position and attempt
 * @param target what is measured
 */
record PlannedRun(RunId runId, Target.Planned target) {
  /** Returns the name of its folder. */
  String folder() {
    return runId.folder(runId.position().orElseThrow(), target.name());
  }
}
