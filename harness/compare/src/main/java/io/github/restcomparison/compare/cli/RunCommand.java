package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.ci.JUnitXml;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.OutputOptions;
import io.github.restcomparison.compare.options.PlanOptions;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.compare.options.StudyNames;
import io.github.restcomparison.compare.options.StudyPlans;
import io.github.restcomparison.compare.site.MeasuringSite;
import io.github.restcomparison.compare.site.ThisHost;
import io.github.restcomparison.compare.terminal.Interruption;
import io.github.restcomparison.compare.terminal.OwnTerminal;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.PlanFile;
import io.github.restcomparison.records.study.Studies;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
      "Each run is a fresh JVM of the service and a fresh JVM of Gatling. A record is written after"
          + " each run: what was measured stays, whatever happens later.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./compare run",
      "  ./compare run --variants jersey-sync,jersey-virtual --workers 400 --rounds 7",
      "  ./compare run --resume --out results/monday",
      "  ./compare run --service old='java -jar old.jar --server.port={port}'"
          + " --service new='java -jar new.jar --server.port={port}' --get /orders/42",
      "  ./compare run --study gateway-2010"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PlanOptions options;
  @Mixin private OutputOptions output;

  @Option(
      names = "--calibrate",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Find out first what the load generator itself can do; with --no-calibrate only the CPU"
              + " that it uses tells whether it held a service back (default: --calibrate).")
  private boolean calibrate;

  @Option(names = "--json", description = "Print comparison.json instead of a table.")
  private boolean json;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write a report of JUnit as well, with a test for each of what is compared.")
  private Path junit;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      completionCandidates = StudyNames.class,
      description =
          "Run a published comparison again, with its variants, waits and loads; other options"
              + " change what they name. There are: ${COMPLETION-CANDIDATES}.")
  private Optional<String> study;

  @Option(
      names = "--quick",
      description = "With --study: a scaled-down version, which shows that it runs and no more.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    Path project = Project.folder();
    Path path = output.folder();
    if (study.isEmpty()) {
      if (quick) {
        throw new UsageException("--quick: it may be given with --study");
      }
      return measure(project, path, Optional.empty(), options.resume(), "run --resume");
    }
    return measureStudy(project, path, study(study.get()));
  }

  private Study study(String name) {
    try {
      return Studies.study(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private int measureStudy(Path project, Path path, Study asked) throws Exception {
    StudyPlans plans = StudyPlans.of(asked, quick, project);
    plans.scaling().forEach(spec.commandLine().getErr()::println);
    if (options.resume() && !Files.exists(path)) {
      throw new UsageException(path + " holds no study to go on with");
    }
    int worst = 0;
    for (Study.Load load : plans.study().loads()) {
      ExperimentPlan plan =
          plans.plan(load, OutputOptions.session(), options.host().placement(Optional.empty()));
      Path experiment = path.resolve(load.name());
      boolean begun = options.resume() && PlanFile.in(experiment).read().isPresent();
      String again = "run --study " + asked.name() + (quick ? " --quick" : "") + " --resume";
      worst = Math.max(worst, measure(project, experiment, Optional.of(plan), begun, again));
      Report.writeStudy(path, asked);
    }
    spec.commandLine().getOut().println(path.resolve(Report.STUDY_PAGE).toUri());
    return worst;
  }

  /** One experiment; what is not asked for is taken from the plan before, or from the template. */
  private int measure(
      Path project, Path path, Optional<ExperimentPlan> template, boolean goOn, String again)
      throws Exception {
    Optional<ExperimentPlan> before =
        (goOn ? PlanFile.in(path).read() : Optional.<ExperimentPlan>empty()).or(() -> template);
    Placement placement = options.host().placement(before);
    ExperimentPlan plan = options.plan(before, placement);
    ExperimentFolder folder = ExperimentFolder.open(path, plan, goOn);
    List<String> variants = plan.design().variants();
    TerminalProgress progress =
        new TerminalProgress(spec.commandLine().getErr(), OwnTerminal.isWatched());
    MeasurementContext here =
        options.context(
            plan, placement, progress, () -> Optional.of(Report.write(path).comparison()));
    boolean clients = HttpClientVariant.of(variants.getFirst()).isPresent();
    if (plan.setup().cluster().isEmpty()) {
      new ThisHost(project, options.host()).take(plan, clients);
    }
    Thread onCtrlC = Interruption.explain(again, output.folder());
    try (MeasuringSite site = MeasuringSite.of(plan, project)) {
      if (!goOn) {
        folder.begin(plan, spec.root().commandLine().getParseResult().originalArgs());
      }
      options.warning(plan).ifPresent(progress::said);
      MeasurementContext context = here.measuredBy(site.executor());
      new Experiment(folder, context, new ExperimentTime(path))
          .run(plan, calibrates(plan) && !clients);
    } finally {
      Interruption.isOver(onCtrlC);
    }
    Report.Written written = Report.write(path);
    Comparison comparison = written.comparison();
    print(path, written);
    if (junit != null) {
      Files.writeString(junit, JUnitXml.of(comparison));
    }
    return comparison.status() == RunRecord.Status.VALID ? 0 : 1;
  }

  /** The capacity of this host's load generator under this project's load is what is calibrated. */
  private boolean calibrates(ExperimentPlan plan) {
    return calibrate
        && !quick
        && plan.setup().cluster().isEmpty()
        && plan.users().flatMap(all -> all.workload().simulation()).isEmpty()
        && plan.load().open().isEmpty();
  }

  private void print(Path path, Report.Written written) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(Files.readString(path.resolve("comparison.json")));
    } else {
      out.print(written.terminal(OwnTerminal.style(spec)));
      out.println(new ExperimentTime(path).sentence());
      out.println("report: " + path.resolve("index.html").toUri());
    }
    out.flush();
  }
}
