package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.ci.JUnitXml;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.ExperimentStopped;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.compare.site.ThisHost;
import io.github.restcomparison.compare.terminal.OwnTerminal;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures an experiment from its plan to its verdicts, for {@code run} and {@code study}. */
final class ExperimentMeasuring {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private Measuring measuring;

  @Option(
      names = "--calibrate",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "First measure what the load generator itself can do; with --no-calibrate only its CPU"
              + " use tells whether it limited a service (default: --calibrate).")
  private boolean calibrate;

  @Option(names = "--json", description = "Print comparison.json instead of a table.")
  private boolean json;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write a JUnit report, with a test for each of what is compared.")
  private Path junit;

  Measuring measuring() {
    return measuring;
  }

  /**
   * Measures a plan in a folder, and prints what was found.
   *
   * @param part of a study that it is; empty for an experiment by itself
   * @return the exit code
   */
  int measure(ExperimentPlan plan, Path path, Optional<String> part)
      throws IOException, InterruptedException, ExperimentStopped {
    Path project = Project.folder();
    Placement placement = measuring.host().placement(plan);
    boolean areClients = HttpClientVariant.of(plan.design().variants().getFirst()).isPresent();
    if (plan.setup().cluster().isEmpty()) {
      new ThisHost(project, measuring.host()).take(plan, areClients);
    }
    boolean isBegun = Files.exists(path.resolve("plan.json"));
    ExperimentFolder folder = ExperimentFolder.open(path, isBegun);
    TerminalProgress progress = measuring.progress();
    warn(plan, progress);
    measuring.measureAt(
        plan,
        placement,
        progress,
        () -> Optional.of(Report.write(path).comparison()),
        part.isPresent() ? path.getParent() : path,
        context -> {
          if (!isBegun) {
            folder.begin(plan, command.root().commandLine().getParseResult().originalArgs());
          }
          new Experiment(folder, context, new ExperimentTime(path))
              .run(plan, calibrates(plan) && !areClients);
        });
    Report.Written written = Report.write(path);
    Comparison comparison = written.comparison();
    print(path, written);
    if (junit != null) {
      Measuring.write(part.map(name -> ofPart(junit, name)).orElse(junit), JUnitXml.of(comparison));
    }
    return comparison.status() == Status.VALID ? 0 : 1;
  }

  /** {@code report.xml} of a study's load is {@code report-LOAD.xml}: there are several. */
  private static Path ofPart(Path file, String part) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return file.resolveSibling(
        dot < 1 ? name + "-" + part : name.substring(0, dot) + "-" + part + name.substring(dot));
  }

  private static void warn(ExperimentPlan plan, TerminalProgress progress) {
    int rounds = plan.design().rounds();
    if (plan.design().variants().size() > 1 && rounds < PairwiseTests.FIRST_LOOK) {
      progress.said(
          "a verdict takes %d rounds: fewer (--rounds %d) give figures only"
              .formatted(PairwiseTests.FIRST_LOOK, rounds));
    }
  }

  /** Only this host's load generator under this project's load is calibrated. */
  private boolean calibrates(ExperimentPlan plan) {
    return calibrate
        && plan.study().filter(ExperimentPlan.OfStudy::quick).isEmpty()
        && plan.setup().cluster().isEmpty()
        && plan.users().flatMap(all -> all.workload().simulation()).isEmpty()
        && plan.load().open().isEmpty();
  }

  private void print(Path path, Report.Written written) throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.print(Files.readString(path.resolve("comparison.json")));
    } else {
      out.print(written.terminal(OwnTerminal.style(command)));
      out.println(new ExperimentTime(path).sentence());
      out.println("report: " + path.resolve("index.html").toUri());
    }
    out.flush();
  }
}
