package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import java.util.List;

/**
 * A grid of short experiments, which measure throughput or memory.
 *
 * @param users of the cells, in ascending order
 * @param delaysMs of the cells, in ascending order
 * @param cells that are measured, each a separate experiment
 * @param skipped the excluded loads with the reason, a sentence each
 * @param runs the experiment of each cell: all variants of the sweep
 */
@JsonTypeName("sweep")
public record SweepPlan(
    List<Integer> users,
    List<Integer> delaysMs,
    List<GridCell> cells,
    List<String> skipped,
    ExperimentPlan runs)
    implements Plan {

  /**
   * One experiment of the grid.
   *
   * @param requestsPerUser that make a short window
   * @param variants that can be measured in it
   */
  public record GridCell(int users, int delayMs, int requestsPerUser, List<String> variants) {
    /** Returns its name, such as {@code 10 users, 100 ms}. */
    public String name() {
      return "%d %s, %d ms".formatted(users, users == 1 ? "user" : "users", delayMs);
    }

    /** Returns the name of its folder. */
    public String folder() {
      return "cells/%d-users-%d-ms".formatted(users, delayMs);
    }
  }

  @Override
  public String command() {
    return runs.subject() == Subject.MEMORY ? "memory" : "sweep";
  }

  /** Returns the number of runs, without repeated ones. */
  public int runCount() {
    int variants = cells.stream().mapToInt(cell -> cell.variants().size()).sum();
    return variants * runs.design().rounds().max();
  }

  /** Returns the experiment of a cell. */
  public ExperimentPlan experiment(GridCell cell) {
    return runs.of(
        cell.variants(), runs.load().of(cell.users(), cell.requestsPerUser(), cell.delayMs()));
  }
}
