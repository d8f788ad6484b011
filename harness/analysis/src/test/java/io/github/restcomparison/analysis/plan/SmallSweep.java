package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ServiceRuntime;
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

  private static ExperimentPlan plan() {
    return new ExperimentPlan(
        "s",
        new Design(VARIANTS, Optional.empty(), 1, 42),
        LoadSpec.closed(1, 1, 100, "fixed", OptionalInt.of(200), 10_000),
        new Setup("a host", Pinning.NONE, ServiceRuntime.BARE),
        Optional.empty());
  }

  static void write(Path folder) throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (int users : USERS) {
      Cell cell = new Cell(users, 100, 40, VARIANTS);
      cells.add(cell);
      write(folder, cell, Service.VERTX_REST, 10.0 * users / 9_550);
      write(folder, cell, Service.JERSEY_SYNC, Math.min(10.0 * users, 2_000) / 1_970);
    }
    new SweepPlan(USERS, List.of(100), cells, List.of(), plan()).write(folder);
  }

  /**
   * Looks at the memory of vertx-rest: 10 MiB of heap, and 10 for each 1,000 that wait; 8,000 are
   * too many.
   */
  static void writeMemory(Path folder) throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (int users : List.of(2_000, 4_000, 8_000)) {
      Cell cell = new Cell(users, 1_000, 5, List.of("vertx-rest"));
      cells.add(cell);
      new Records(folder.resolve(cell.folder()))
          .write(
              users == 8_000
                  ? Looks.failed(Service.VERTX_REST, users)
                  : Looks.answered(
                      Service.VERTX_REST,
                      users,
                      Looks.held(10, 600),
                      Looks.held(10 + users / 100, 600)));
    }
    new SweepPlan(
            List.of(2_000, 4_000, 8_000),
            List.of(1_000),
            cells,
            List.of(),
            plan().lookingAtMemory(1))
        .write(folder);
  }

  private static void write(Path folder, Cell cell, Service service, double throughput)
      throws IOException {
    new Records(folder.resolve(cell.folder()))
        .write(Records.withUsers(Records.record(service, 1, throughput, 1), cell.users()));
  }
}
