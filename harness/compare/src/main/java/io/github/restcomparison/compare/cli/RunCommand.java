package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SettingTree;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code compare run}: an experiment, from its plan to its verdicts. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {"Measures every variant once in each round, in random order, and judges.", ""},
    footer = {
      "",
      "Examples:",
      "  ./compare run",
      "  ./compare run --variants jersey-sync,jersey-virtual --workers 400",
      "  ./compare run --service old='java -jar old.jar --server.port={port}'"
          + " --service new='java -jar new.jar --server.port={port}' --get /orders/42"
    })
final class RunCommand extends JudgingCommand {
  @Override
  public Integer call() throws Exception {
    ExperimentPlan plan = plan("plan.json", ExperimentPlan::in, this::newPlan);
    return measure(path, plan, Map.of(path, plan));
  }

  private ExperimentPlan newPlan() throws IOException {
    PlanReader reader = new PlanReader(spec, isForeign -> new SettingTree());
    return reader.plan(reader.compared(), placement(), Optional.empty());
  }
}
