package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.Slo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a search for the capacity of services was asked to do, as {@code capacity.json} holds it.
 *
 * @param schema the version of this format
 * @param slo that a rate must keep
 * @param precision by how much the ends of the answer may differ, as a share
 * @param fromRate the first rate to try where no bound of threads says better, requests per second
 * @param mostRate the highest rate to try
 * @param connections of the pool; absent where it grows with the rate
 * @param runs an experiment as that of each step: its variants are those of the search, its rounds
 *     the most runs of a step
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CapacityPlan(
    int schema,
    String slo,
    double precision,
    double fromRate,
    double mostRate,
    OptionalInt connections,
    ExperimentPlan runs) {

  /** The version that this code writes and reads. */
  public static final int SCHEMA = 2;

  private static final int LONGEST_STEP_SECONDS = 120;

  /** What it is called. */
  public static final String FILE = "capacity.json";

  /** The plan in a folder, where there is one. */
  public static Optional<CapacityPlan> in(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    return Files.exists(file)
        ? Optional.of(JsonFiles.read(file, CapacityPlan.class))
        : Optional.empty();
  }

  /** Writes it into a folder, which is made where it is missing. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    JsonFiles.write(folder.resolve(FILE), this);
  }

  /** The experiment of one step. */
  public ExperimentPlan step(String variant, double rate) {
    OpenModel first = runs.load().open().orElseThrow();
    OpenModel tried =
        OpenModel.of(
            Double.toString(rate).replaceAll("\\.0$", ""),
            seconds(first.seconds(), rate),
            connections,
            first.newConnections(),
            runs.load().expectedDelayMs());
    return runs.of(List.of(variant), runs.load().with(tried));
  }

  /**
   * As long as it was asked for, or as the requests take that the SLO rests on; 2 minutes at most.
   */
  private int seconds(int asked, double rate) {
    double needed = Slo.of(slo).leastRequests() / rate;
    return (int) Math.max(asked, Math.min(LONGEST_STEP_SECONDS, Math.ceil(needed)));
  }

  /** The name of a step's folder. */
  public static String folder(String variant, double rate) {
    return variant + "/" + Math.round(rate) + "-per-second";
  }
}
