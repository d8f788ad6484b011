package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.Turn;

/**
 * One run of an experiment, before it is measured.
 *
 * @param turn its round and position
 * @param entry what is measured
 */
record PlannedRun(Turn turn, Entry entry) {

  /** The name of its folder. */
  String folder() {
    return turn.folder(turn.position().orElseThrow(), entry.name());
  }
}
