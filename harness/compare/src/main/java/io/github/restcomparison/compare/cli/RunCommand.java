package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SettingTree;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Judging judging;

  @Override
  public Integer call() throws Exception {
    Measuring measuring = judging.measuring();
    ExperimentPlan plan = measuring.plan("plan.json", ExperimentPlan::in, this::plan);
    return judging.measure(measuring.path(), plan, Map.of(measuring.path(), plan));
  }

  private ExperimentPlan plan() throws IOException {
    PlanReader reader = new PlanReader(spec, isForeign -> new SettingTree());
    return reader.plan(reader.compared(), judging.measuring().placement(), Optional.empty());
  }
}
