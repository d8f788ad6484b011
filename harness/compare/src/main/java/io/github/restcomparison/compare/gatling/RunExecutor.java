package io.github.restcomparison.compare.gatling;

import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Measures one run of an experiment and leaves its record, on this host or in a cluster. */
public interface RunExecutor {

  /** The exit code of a run that was measured. */
  int DONE = 0;

  /** That of a run whose service failed: its record says why. */
  int SERVICE_FAILED = 2;

  /** That of a run that left no record. */
  int NOT_MEASURABLE = 3;

  /**
   * How a run ended.
   *
   * @param exitCode {@link #DONE}, {@link #SERVICE_FAILED} or {@link #NOT_MEASURABLE}; else it was
   *     ended from outside
   * @param lastSaid the last line that it said in this project's name, or nothing
   */
  record Ended(int exitCode, String lastSaid) {}

  /**
   * Measures a run.
   *
   * @param folder of the run: gets the request and the record
   * @param live hears once a second how the load goes, where that is known
   * @throws IOException where nothing can be started, or a file not be written
   * @throws InterruptedException once all is ended, where this thread was interrupted or this
   *     process is being ended
   */
  Ended run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException;
}
