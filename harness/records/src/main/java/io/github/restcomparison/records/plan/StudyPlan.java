package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.github.restcomparison.records.study.Study;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A published comparison that is measured again. Each load is an experiment in a folder of its
 * name.
 *
 * @param name of the study
 * @param experiments by load, in the order in which they are measured; loads that cannot run are
 *     excluded
 */
@JsonTypeName("study")
public record StudyPlan(String name, Map<String, ExperimentPlan> experiments) implements Plan {
  @Override
  public String command() {
    return "study";
  }

  /** Returns the published study. */
  public Study study() {
    return Study.of(name);
  }

  /** Returns the experiments by their folders. */
  public Map<Path, ExperimentPlan> experimentFolders(Path folder) {
    Map<Path, ExperimentPlan> plans = new LinkedHashMap<>();
    experiments.forEach((load, plan) -> plans.put(folder.resolve(load), plan));
    return plans;
  }
}
