package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Measures one run of an experiment and leaves its record, on this host or in a cluster. */
public interface RunExecutor {
  /**
   * Measures a run.
   *
   * @param folder of the run: gets the request and the record
   * @param live receives the progress of the load once a second, if it is known
   * @return if the run left no record: why, in one line
   * @throws IOException if nothing can be started, or a file cannot be written
   * @throws InterruptedException after everything has ended, if this thread was interrupted or this
   *     process is ending
   */
  String run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException;
}
