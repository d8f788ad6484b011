package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Measures runs of an experiment, each of which leaves its record; here or in a cluster. */
public interface RunExecutor extends AutoCloseable {
  /**
   * Measures a run.
   *
   * @param folder of the run, with {@link RunRequest#FILE} in it: gets the record
   * @param live receives the progress of the load once a second, if it is known
   * @return if the run left no record: why, in one line
   * @throws IOException if nothing can be started, or a file cannot be written
   * @throws InterruptedException after everything has ended, if this thread was interrupted or this
   *     process is ending
   */
  String run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException;

  /** Removes what all runs had in common; usually nothing. */
  @Override
  default void close() {}
}
