package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.PageImages;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.study.Study;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare report}: the pages of an experiment once more, from its records alone. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Writes index.html, comparison.md, .csv and .json of an experiment anew, from its records.",
      "Measures nothing.",
      ""
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description =
          "The folder of an experiment, a study, a sweep or a search, or"
              + " gatling/target/comparison.")
  private Path folder;

  @Mixin private Printing printing;

  @Option(names = "--images")
  private boolean images;

  @Override
  public Integer call() throws Exception {
    Printing.requireFolder("DIR", folder);
    boolean areCurves = SweepPlan.in(folder).isPresent() || CapacityPlan.in(folder).isPresent();
    Optional<Study> study = areCurves ? Optional.empty() : Report.study(folder);
    if (images && (areCurves || study.isPresent())) {
      throw new SettingException("--images: requires the folder of one experiment");
    }
    if (printing.isJson() && areCurves) {
      throw new SettingException("--json: requires the folder of an experiment or a study");
    }
    int code =
        areCurves
            ? Printing.curves(spec, folder)
            : study.isPresent()
                ? printing.study(folder, study.get())
                : Printing.code(printing.experiment(folder));
    if (images) {
      PageImages.write(folder);
    }
    return code;
  }
}
