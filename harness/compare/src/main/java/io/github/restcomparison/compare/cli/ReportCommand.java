package io.github.restcomparison.compare.cli;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.study.Study;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare report}: the pages of an experiment once more, from its records alone. */
@Command(name = "report", mixinStandardHelpOptions = true)
final class ReportCommand extends ResultsCommand {
  @Parameters(paramLabel = "DIR")
  private Path folder;

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    requireFolder("DIR", folder);
    boolean areCurves = SweepPlan.in(folder).isPresent() || CapacityPlan.in(folder).isPresent();
    Optional<Study> study = areCurves ? Optional.empty() : Report.study(folder);
    refuseIf(json && areCurves, "--json: requires the folder of an experiment or a study");
    if (areCurves) {
      return curves(folder);
    }
    return study.isPresent() ? study(folder, study.get(), json) : code(experiment(folder, json));
  }
}
