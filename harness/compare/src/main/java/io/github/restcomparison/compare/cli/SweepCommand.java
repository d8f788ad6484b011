package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.LoadSettings;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare sweep}: a grid of short runs, over users, waits and workers. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    description = {
      "Measures every variant at each number of users and each wait, in short runs, and draws"
          + " throughput, latency and CPU per request over them. It judges crossing points only.",
      ""
    },
    footer = {
      "",
      "Lists are separated by commas, and may have ranges: 16..1024x2 is 16, 32, 64 to 1024.",
      "",
      "Example:",
      "  ./compare sweep --users 10,100,1000,5000 --delay 10ms,100ms,1s --workers"
          + " 16..1024x2,virtual"
    })
final class SweepCommand implements Callable<Integer> {
  private static final String VARIANTS = "jersey-sync,jersey-virtual,jersey-async,vertx-rest";

  @Spec private CommandSpec spec;
  @Mixin private Measuring measuring;

  @Option(names = "--users", paramLabel = "LIST", defaultValue = "10,100,1000,5000")
  private String users;

  @Option(names = "--delay", paramLabel = "LIST")
  private String delays;

  @Option(names = "--workers", paramLabel = "LIST", defaultValue = "200")
  private String workers;

  @Override
  public Integer call() throws Exception {
    return measuring.measureGrid(measuring.plan(SweepPlan.FILE, SweepPlan::in, this::plan));
  }

  private SweepPlan plan() throws IOException {
    List<Integer> numbers = Measuring.users(users);
    List<String> pools = SettingTree.values("--workers " + workers, workers);
    pools.forEach(pool -> LoadSettings.one("--workers " + pool, pool, "workers"));
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign ->
                Measuring.defaults(isForeign, VARIANTS, "3", "4s")
                    .set("--workers", pools.getFirst(), "load", "workers"));
    List<Integer> waits = waits(reader.isForeign() ? "0ms" : "10ms,100ms,1s");
    ExperimentPlan runs =
        reader.plan(withPools(reader, pools), measuring.placement(), Optional.empty());
    LoadSpec load = runs.load();
    SweepCells grid =
        SweepCells.of(
            numbers,
            waits,
            runs.design().variants(),
            name -> Target.of(runs, name, false).bound(load),
            reader.settings().load().duration());
    return new SweepPlan(numbers, waits, grid.cells(), grid.skipped(), runs);
  }

  private List<Integer> waits(String usual) {
    String list = delays == null ? usual : delays;
    return SettingTree.values("--delay " + list, list).stream()
        .map(part -> LoadSettings.one("--delay " + part, part, "delay").delay())
        .map(delay -> (int) delay.toMillis())
        .sorted()
        .toList();
  }

  /** A variant whose waiting blocks workers is one for each pool. */
  private static List<String> withPools(PlanReader reader, List<String> pools) {
    List<String> variants = new ArrayList<>();
    for (String name : reader.compared()) {
      if (pools.size() > 1 && reader.waitsInWorker(name)) {
        pools.forEach(pool -> variants.add(name + "@WORKERS=" + pool));
      } else {
        variants.add(name);
      }
    }
    return variants;
  }
}
