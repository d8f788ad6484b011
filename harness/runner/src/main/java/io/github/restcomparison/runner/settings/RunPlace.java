package io.github.restcomparison.runner.settings;

import io.github.restcomparison.records.settings.Settings;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Where a run belongs: its session, its round, and the folders that it writes to.
 *
 * @param results where Gatling makes a folder for each run
 * @param comparison where the runs of a session are compared
 * @param session a name that all runs of one session share
 * @param runId its round and position in the session
 */
public record RunPlace(Path results, Path comparison, String session, RunId runId) {

  /**
   * Reads {@code -Dresults}, {@code -Dcomparison} and {@code -Dsession}, which the build sets; a
   * simulation started by hand has a session of its own, in the folders of its project.
   */
  static RunPlace of(Settings settings, Path project) {
    Path target = project.resolve("gatling/target");
    return new RunPlace(
        Path.of(settings.text("RESULTS", target.resolve("gatling").toString())),
        Path.of(settings.text("COMPARISON", target.resolve("comparison").toString())),
        settings.text("SESSION", Instant.now().toString().replaceAll("[^0-9T]", "")),
        RunId.NEXT);
  }
}
