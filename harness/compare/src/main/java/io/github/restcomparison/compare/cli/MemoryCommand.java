package io.github.restcomparison.compare.cli;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.LocalPorts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compare memory}: the memory of a service with thousands of waiting requests. */
@Command(name = "memory", mixinStandardHelpOptions = true)
final class MemoryCommand extends MeasuringCommand {
  /** The number of waits of each user: during the first one all connect, which takes a while. */
  private static final int REQUESTS = 5;

  private static final String VARIANTS = "jersey-sync,jersey-virtual,jersey-async,vertx-rest";

  @Option(names = "--users", paramLabel = "LIST", defaultValue = "1000,5000,10000,15000")
  private String users;

  @Override
  public Integer call() throws Exception {
    return measureGrid(plan(SweepPlan.class, this::newPlan));
  }

  SweepPlan newPlan() throws IOException {
    List<Integer> numbers = users(users);
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign -> defaults(isForeign, VARIANTS, "1", "15s").set("", "3s", "load", "delay"));
    reader.compared().users().ifPresent(MemoryCommand::refuseUnseen);
    ExperimentPlan runs = gridPlan(reader, reader.compared().names()).measuringMemory(REQUESTS);
    int delayMs = runs.load().delayMs();
    refuseIf(delayMs < 100, "%s: must be between 100ms and 10m", reader.typed("/load/delay"));
    List<GridCell> cells = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    List<FeederRecords> feeders = feeders(runs);
    for (int number : numbers) {
      List<String> variants =
          reader.compared().names().stream()
              .map(
                  name ->
                      reader.compared().waitsInWorker(name) ? name + "@WORKERS=" + number : name)
              .toList();
      Host.fileShortage(number, 1)
          .or(() -> LocalPorts.shortage(number, 0))
          .or(() -> recordShortage(feeders, runs, runs.load().of(number, REQUESTS, delayMs)))
          .ifPresentOrElse(
              skipped::add, () -> cells.add(new GridCell(number, delayMs, REQUESTS, variants)));
    }
    return new SweepPlan(numbers, List.of(delayMs), cells, skipped, runs);
  }

  /**
   * Refuses services whose memory cannot be observed: only processes of this host, under its own
   * load, can.
   */
  private static void refuseUnseen(UserServices users) {
    refuseIf(users.workload().simulation().isPresent(), "--simulation: not supported by memory");
    refuseAddresses(users, "memory");
  }
}
