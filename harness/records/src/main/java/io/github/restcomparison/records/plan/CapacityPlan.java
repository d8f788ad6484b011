package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A search for the capacity of services.
 *
 * @param slo that a rate must meet
 * @param fromRate the first rate to try if no limit by threads is known, requests per second
 * @param mostRate the maximum rate to try
 * @param runs the experiment of each step: its variants are all of the search, its rounds the
 *     maximum of runs of a step
 */
@JsonTypeName("capacity")
public record CapacityPlan(String slo, double fromRate, double mostRate, ExperimentPlan runs)
    implements Plan {
  /** The maximum relative difference of the ends of the result. */
  public static final double PRECISION = 0.02;

  private static final int LONGEST_STEP_SECONDS = 120;

  /**
   * Checks the load.
   *
   * @throws SettingException if it has no rate
   */
  public CapacityPlan {
    SettingException.refuseIf(!(runs.load() instanceof OpenLoad), "a search needs a rate");
  }

  @Override
  public String command() {
    return "capacity";
  }

  /** Returns the experiment of one step. */
  public ExperimentPlan step(String variant, double rate) {
    OpenLoad first = (OpenLoad) runs.load();
    OpenModel tried = new OpenModel(new Rate(rate, rate), seconds(first.model().seconds(), rate));
    return runs.of(List.of(variant), first.withModel(tried));
  }

  /**
   * Returns the duration of a step: as stated, or longer if the SLO needs more requests; at most 2
   * minutes.
   */
  private int seconds(int stated, double rate) {
    double needed = Slo.of(slo).minRequests() / rate;
    return (int) Math.max(stated, Math.min(LONGEST_STEP_SECONDS, Math.ceil(needed)));
  }

  /** The folder of a search: it has a separate experiment for each variant and rate. */
  public record Folder(Path path) {

    /** Returns the folder of the experiment of one step. */
    public Path step(String variant, double rate) {
      return path.resolve(variant).resolve(Math.round(rate) + "-per-second");
    }

    /** Returns the tried rates, requests per second, in ascending order. */
    public List<Double> rates(String variant) throws IOException {
      List<Double> rates = new ArrayList<>();
      for (Path step : entries(path.resolve(variant))) {
        ExperimentPlan.read(step)
            .flatMap(plan -> plan.load().open())
            .ifPresent(open -> rates.add(open.rate().to()));
      }
      return rates.stream().sorted().toList();
    }

    /** Returns the records of one step; a run that was repeated comes before its repetition. */
    public List<RunFolder> runs(String variant, double rate) throws IOException {
      return entries(step(variant, rate).resolve("runs")).stream()
          .map(RunFolder::new)
          .filter(run -> Files.exists(run.recordFile()))
          .toList();
    }

    private static List<Path> entries(Path folder) throws IOException {
      if (!Files.isDirectory(folder)) {
        return List.of();
      }
      try (Stream<Path> entries = Files.list(folder)) {
        return entries.sorted().toList();
      }
    }
  }
}
