package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Measures one run of an experiment and leaves its record, on this host or in a cluster. */
public interface RunExecutor {
  /** The exit code of a run that was measured. */
  int DONE = 0;

  /** The exit code of a run whose service failed; its record has the reason. */
  int SERVICE_FAILED = 2;

  /** The exit code of a run that left no record. */
  int NOT_MEASURABLE = 3;

  /**
   * How a run ended.
   *
   * @param exitCode one of the codes above; another one if it was ended from outside
   * @param lastSaid the last line in this project's name, or nothing
   */
  record Ended(int exitCode, String lastSaid) {}

  /**
   * Measures a run.
   *
   * @param folder of the run: gets the request and the record
   * @param live receives the progress of the load once a second, if it is known
   * @throws IOException if nothing can be started, or a file cannot be written
   * @throws InterruptedException after everything has ended, if this thread was interrupted or this
   *     process is ending
   */
  Ended run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException;
}
