package io.github.restcomparison.comparison.command;

import io.github.restcomparison.comparison.experiment.Experiment;
import io.github.restcomparison.comparison.experiment.ExperimentFolder;
import io.github.restcomparison.comparison.experiment.GatlingJvm;
import io.github.restcomparison.comparison.experiment.TimeSpent;
import io.github.restcomparison.comparison.record.ExperimentPlan;
import io.github.restcomparison.comparison.record.PlanFile;
import io.github.restcomparison.comparison.record.RunRecord;
import io.github.restcomparison.comparison.report.Comparison;
import io.github.restcomparison.comparison.report.ConsoleTable;
import io.github.restcomparison.comparison.report.Report;
import io.github.restcomparison.comparison.run.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare run}: an experiment, from its plan to its verdicts. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Measures every variant once in each round, in an order shuffled anew, and judges.",
      "",
      "Each run is a fresh JVM of the service and a fresh JVM of Gatling. A record is written after",
      "each run: what was measured stays, whatever happens later.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./compare run",
      "  ./compare run --variants jersey-sync,jersey-virtual --workers 400 --rounds 7",
      "  ./compare run --resume --out results/monday"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PlanOptions options;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder of the experiment (default: results/<time>).")
  private Path out;

  @Option(
      names = "--resume",
      description =
          "Go on with the experiment in --out where it was interrupted. Settings that are not given"
              + " are those of its plan; others are refused.")
  private boolean resume;

  @Option(
      names = "--calibrate",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Find out first what the load generator itself can do; with --no-calibrate only the CPU that"
              + " it uses tells whether it held a service back (default: --calibrate).")
  private boolean calibrate;

  @Option(names = "--json", description = "Print comparison.json instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Path project = Project.folder();
    Path path = (out == null ? Results.newFolder(project) : out).toAbsolutePath().normalize();
    Optional<ExperimentPlan> before = resume ? PlanFile.in(path).read() : Optional.empty();
    Placement placement = options.placement(before);
    ExperimentPlan plan = options.plan(before, placement);
    Refusal.unlessReady(plan.users(), options.allowConcurrent(), spec.commandLine());
    ExperimentFolder folder = Refusal.open(path, plan, resume, spec.commandLine());

    TerminalProgress progress =
        new TerminalProgress(
            spec.commandLine().getErr(), TerminalProgress.isWatched(), () -> Report.write(path));
    options.warnings(plan).forEach(progress::said);
    Thread onCtrlC =
        Interruption.explain(
            "compare: interrupted; go on with ./compare run --resume --out " + path);
    try {
      new Experiment(
              folder,
              placement,
              new GatlingJvm(project),
              progress,
              calibrate,
              options.allowConcurrent())
          .run(plan);
    } finally {
      Interruption.isOver(onCtrlC);
    }
    Comparison comparison = Report.write(path);
    print(path, comparison);
    return comparison.status() == RunRecord.Status.VALID ? 0 : 1;
  }

  private void print(Path path, Comparison comparison) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(Files.readString(path.resolve("comparison.json")));
    } else {
      out.println(ConsoleTable.render(comparison));
      out.println(TimeDivision.sentence(TimeSpent.in(path).sums()));
      out.println(path.resolve("index.html").toUri());
    }
    out.flush();
  }
}
