package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of a search for capacity: for each variant and rate an experiment of its own. */
public record CapacityFolder(Path path) {

  /** The experiment of one step. */
  public Path step(String variant, double rate) {
    return path.resolve(CapacityPlan.folder(variant, rate));
  }

  /** The rates that were tried, requests per second, in ascending order. */
  public List<Double> rates(String variant) throws IOException {
    Path folder = path.resolve(variant);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Double> rates = new ArrayList<>();
    try (Stream<Path> steps = Files.list(folder)) {
      for (Path step : steps.toList()) {
        Optional<ExperimentPlan> plan = PlanFile.in(step).read();
        plan.flatMap(each -> each.load().open()).map(OpenModel::toRate).ifPresent(rates::add);
      }
    }
    return rates.stream().sorted().toList();
  }

  /**
   * The records of one step, in the order of their names: a run that was measured again comes after
   * the one that it was measured again for.
   */
  public List<RunFolder> runs(String variant, double rate) throws IOException {
    Path runs = step(variant, rate).resolve("runs");
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(runs)) {
      return folders
          .sorted()
          .map(RunFolder::new)
          .filter(run -> Files.exists(run.recordFile()))
          .toList();
    }
  }
}
