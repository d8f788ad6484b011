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
 * How an experiment's time divides, kept in {@code time.json} over interruptions.
 *
 * @param path the file
 */
public record TimeSpent(Path path) {

  /**
   * Sums over all runs that are over.
   *
   * @param elapsedMs from the beginning, but for interruptions
   * @param warmUpMs of that, the silent load
   * @param loadMs of that, the measured load
   */
  public record Sums(long elapsedMs, long warmUpMs, long loadMs) {

    /** What is neither warm-up nor measured load, as a share of the whole. */
    public double aroundTheLoad() {
      return elapsedMs == 0 ? 0 : 1 - (double) (warmUpMs + loadMs) / elapsedMs;
    }
  }

  /** The one in the folder of an experiment. */
  public static TimeSpent in(Path experiment) {
    return new TimeSpent(experiment.resolve("time.json"));
  }

  /** The sums so far. */
  public Sums sums() throws IOException {
    return Files.exists(path) ? JsonFiles.read(path, Sums.class) : new Sums(0, 0, 0);
  }

  /**
   * Adds a run.
   *
   * @param took since the run before ended, or since the experiment began or was resumed
   */
  void add(Duration took, RunRecord record, RunFolder run) throws IOException {
    Sums before = sums();
    double warmUp = record.load().map(RunRecord.Load::warmUpSeconds).orElse(0.0);
    JsonFiles.write(
        path,
        new Sums(
            before.elapsedMs + took.toMillis(),
            before.warmUpMs + Math.round(1e3 * warmUp),
            before.loadMs + loadMs(run)));
  }

  private static long loadMs(RunFolder run) throws IOException {
    if (!Files.exists(run.samplesFile())) {
      return 0;
    }
    RunSamples samples = run.readSamples();
    return Math.max(0, samples.loadEndMs() - samples.loadStartMs());
  }
}
