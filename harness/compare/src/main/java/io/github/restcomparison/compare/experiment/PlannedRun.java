package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.RunId;

/**
 * One run of an experiment, before it is measured.
 *
 * @param runId its round and position
 * @param planned what is measured
 */
record PlannedRun(RunId runId, PlannedVariant planned) {

  /** The name of its folder. */
  String folder() {
    return runId.folder(runId.position().orElseThrow(), planned.name());
  }
}
