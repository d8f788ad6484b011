package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A plan of measurements, made before the first of them: nothing in it depends on an outcome. The
 * {@code plan.json} of a folder holds it, with its kind as {@code type}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface Plan permits ExperimentPlan, SweepPlan, CapacityPlan, StudyPlan {
  /** The name of its file. */
  String FILE = "plan.json";

  /** Returns the name of the command that measures it. */
  String command();

  /**
   * Returns the plan in a folder; empty if there is none, as after {@code mvn gatling:test}.
   *
   * @throws IOException if it cannot be read, with one line that names the file
   */
  static Optional<Plan> in(Path folder) throws IOException {
    return JsonFiles.find(folder.resolve(FILE), Plan.class);
  }

  /** Writes the plan into a folder, which is created if it is missing. */
  default void write(Path folder) throws IOException {
    JsonFiles.write(folder.resolve(FILE), this);
  }
}
