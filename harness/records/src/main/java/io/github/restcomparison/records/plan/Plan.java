package io.github.restcomparison.records.plan;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A plan of measurements, made before the first of them: nothing in it depends on a result. The
 * {@code plan.json} of a folder has its kind as {@code type}.
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
   * @throws SettingException if it cannot be read, or has a field that would have no effect
   */
  static Optional<Plan> read(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      Optional<Plan> plan = JsonFiles.find(file, Plan.class);
      if (plan.isPresent()) {
        JsonNode stated = JsonFiles.read(file, JsonNode.class);
        Optional<String> ignored = ignored(stated, JsonFiles.tree(plan.get()), "");
        refuseIf(
            ignored.isPresent(),
            "%s: unknown field %s; or it does not fit the others, as users and rate",
            file,
            ignored.orElse(""));
      }
      return plan;
    } catch (IOException e) {
      throw new SettingException(
          "%s: damaged, or not of this version%s".formatted(file, where(e.getCause())));
    }
  }

  /** Returns the first stated field that was not read. */
  private static Optional<String> ignored(JsonNode stated, JsonNode read, String path) {
    for (Map.Entry<String, JsonNode> field : stated.properties()) {
      String own = path + field.getKey();
      Optional<String> ignored =
          read.has(field.getKey())
              ? ignored(field.getValue(), read.get(field.getKey()), own + ".")
              : Optional.of(own);
      if (ignored.isPresent()) {
        return ignored;
      }
    }
    for (int i = 0; i < Math.min(stated.size(), read.size()) && stated.isArray(); i++) {
      Optional<String> ignored = ignored(stated.get(i), read.get(i), path);
      if (ignored.isPresent()) {
        return ignored;
      }
    }
    return Optional.empty();
  }

  /** Returns the invalid setting, or else the field or line. */
  private static String where(Throwable cause) {
    if (!(cause instanceof JacksonException e)) {
      return "";
    }
    if (e.getCause() instanceof SettingException invalid) {
      return " (%s)".formatted(invalid.getMessage());
    }
    String field =
        e.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("."));
    int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
    return field.isEmpty()
        ? line > 0 ? " (line %d)".formatted(line) : ""
        : " (%s)".formatted(field);
  }

  /** Writes the plan into a folder, which is created if it is missing. */
  default void write(Path folder) throws IOException {
    JsonFiles.write(folder.resolve(FILE), this);
  }
}
