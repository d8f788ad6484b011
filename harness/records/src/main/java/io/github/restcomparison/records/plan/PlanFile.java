package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The {@code plan.json} in the folder of an experiment. */
public record PlanFile(Path path) {

  /** The one in a folder, whether it exists or not. */
  public static PlanFile in(Path experiment) {
    return new PlanFile(experiment.resolve("plan.json"));
  }

  /**
   * Reads the plan.
   *
   * @return empty where there is none, as after {@code mvn gatling:test}
   * @throws IOException if it cannot be read, with one line that names the file
   */
  public Optional<ExperimentPlan> read() throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    ExperimentPlan plan = JsonFiles.read(path, ExperimentPlan.class);
    if (plan.design().rounds() < 1) {
      throw new IOException(path + " is not a plan: it has no rounds");
    }
    return Optional.of(plan);
  }

  /**
   * Writes the plan as a whole.
   *
   * @throws IOException if it cannot be written
   */
  public void write(ExperimentPlan plan) throws IOException {
    JsonFiles.write(path, plan);
  }
}
