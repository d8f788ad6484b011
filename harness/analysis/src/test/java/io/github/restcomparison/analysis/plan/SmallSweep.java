package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * vertx-rest at 33.5 µs a request and jersey-sync at 165 µs with 200 threads, whose requests wait
 * for 100 ms, with 10 to 2,000 users on two shared CPUs.
 */
final class SmallSweep {
  private static final List<Integer> USERS = List.of(10, 50, 100, 500, 1_000, 2_000);
  private static final List<String> VARIANTS = List.of("vertx-rest", "jersey-sync");

  private SmallSweep() {}

  static void write(Path folder) throws IOException {
    List<Cell> cells = new ArrayList<>();
    ExperimentPlan plan =
        new ExperimentPlan(
            "s",
            new Design(VARIANTS, Optional.empty(), 1, 42),
            LoadSpec.closed(1, 1, 100, "fixed", OptionalInt.of(200), 10_000),
            new Setup("a host", "none", "bare"),
            Optional.empty());
    for (int users : USERS) {
      Cell cell = new Cell(users, 100, 40, VARIANTS);
      cells.add(cell);
      write(folder, cell, Service.VERTX_REST, 10.0 * users / 9_550);
      write(folder, cell, Service.JERSEY_SYNC, Math.min(10.0 * users, 2_000) / 1_970);
    }
    new SweepPlan(SweepPlan.SCHEMA, USERS, List.of(100), cells, List.of(), plan).write(folder);
  }

  private static void write(Path folder, Cell cell, Service service, double throughput)
      throws IOException {
    new Records(folder.resolve(cell.folder()))
        .write(Records.withUsers(Records.record(service, 1, throughput, 1), cell.users()));
  }
}
