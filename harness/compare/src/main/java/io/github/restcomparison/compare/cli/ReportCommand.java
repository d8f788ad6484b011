package io.github.restcomparison.compare.cli;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare report}: writes the pages of an experiment again, from its records alone. */
@Command(name = "report", mixinStandardHelpOptions = true)
final class ReportCommand extends ResultsCommand {
  @Parameters(paramLabel = "DIR")
  private Path folder;

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    requireFolder("DIR", folder);
    return switch (Plan.read(folder).orElse(null)) {
      case SweepPlan _, CapacityPlan _ -> {
        refuseIf(json, "--json: requires the folder of an experiment or a study");
        yield curves(folder);
      }
      case StudyPlan plan -> study(folder, plan, json);
      case ExperimentPlan _ -> code(experiment(folder, json));
      case null -> code(experiment(folder, json));
    };
  }
}
