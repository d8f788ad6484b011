package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A grid of short experiments, as {@code sweep.json} holds it.
 *
 * @param users of the cells, in ascending order
 * @param delaysMs of the cells, in ascending order
 * @param cells that are measured, each an experiment of its own
 * @param skipped what is not, with the reason, a sentence each
 * @param runs an experiment as that of each cell: all variants of the sweep
 */
public record SweepPlan(
    List<Integer> users,
    List<Integer> delaysMs,
    List<Cell> cells,
    List<String> skipped,
    ExperimentPlan runs) {

  /** The name of its file. */
  public static final String FILE = "sweep.json";

  /**
   * One experiment of the grid.
   *
   * @param requestsPerUser that make a short window
   * @param variants that can be measured in it
   */
  public record Cell(int users, int delayMs, int requestsPerUser, List<String> variants) {
    /** Returns its name, such as {@code 10 users, 100 ms}. */
    public String name() {
      return "%d users, %d ms".formatted(users, delayMs);
    }

    /** Returns the name of its folder. */
    public String folder() {
      return "cells/%d-users-%d-ms".formatted(users, delayMs);
    }
  }

  /** Returns the plan in a folder; empty if there is none. */
  public static Optional<SweepPlan> in(Path folder) throws IOException {
    return JsonFiles.find(folder.resolve(FILE), SweepPlan.class);
  }

  /** Writes it into a folder, which is made if it is missing. */
  public void write(Path folder) throws IOException {
    JsonFiles.write(folder.resolve(FILE), this);
  }

  /** Returns the experiment of a cell. */
  public ExperimentPlan experiment(Cell cell) {
    return runs.of(
        cell.variants(), runs.load().of(cell.users(), cell.requestsPerUser(), cell.delayMs()));
  }
}
