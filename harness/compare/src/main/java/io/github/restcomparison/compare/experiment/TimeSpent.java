package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How an experiment's time divides, summed over all runs that are over; kept in {@code time.json}
 * over interruptions.
 *
 * @param elapsedMs from the beginning, but for interruptions
 * @param warmUpMs of that, the silent load
 * @param loadMs of that, the measured load
 */
public record TimeSpent(long elapsedMs, long warmUpMs, long loadMs) {
  private static final String FILE = "time.json";

  /** What is neither warm-up nor measured load, as a share of the whole. */
  public double aroundTheLoad() {
    return elapsedMs == 0 ? 0 : 1 - (double) (warmUpMs + loadMs) / elapsedMs;
  }

  /** Reads what the folder of an experiment has; zeros where nothing was measured yet. */
  public static TimeSpent in(Path experiment) throws IOException {
    Path file = experiment.resolve(FILE);
    return Files.exists(file) ? JsonFiles.read(file, TimeSpent.class) : new TimeSpent(0, 0, 0);
  }

  /** Writes it into the folder of an experiment. */
  void write(Path experiment) throws IOException {
    JsonFiles.write(experiment.resolve(FILE), this);
  }

  /**
   * With one more run.
   *
   * @param took since the run before ended, or since the experiment began or was resumed
   */
  TimeSpent plus(Duration took, RunRecord record, RunFolder run) throws IOException {
    double warmUp = record.load().map(RunRecord.Load::warmUpSeconds).orElse(0.0);
    return new TimeSpent(
        elapsedMs + took.toMillis(), warmUpMs + Math.round(1e3 * warmUp), loadMs + loadMs(run));
  }

  private static long loadMs(RunFolder run) throws IOException {
    if (!Files.exists(run.samplesFile())) {
      return 0;
    }
    RunSamples samples = run.readSamples();
    return Math.max(0, samples.loadEndMs() - samples.loadStartMs());
  }
}
