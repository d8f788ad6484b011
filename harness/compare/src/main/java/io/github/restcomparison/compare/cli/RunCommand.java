package io.github.restcomparison.compare.cli;

import static io.github.restcomparison.compare.experiment.ExperimentTime.text;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.ci.JUnitXml;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.Experiment.Context;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.StartCommand;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code compare run}: an experiment, from its plan to its verdicts; a study measures several of
 * them.
 */
@Command(name = "run", mixinStandardHelpOptions = true)
class RunCommand extends MeasuringCommand {
  @Option(names = "--json")
  boolean json;

  @Option(names = "--profile")
  private boolean isProfiled;

  @Option(names = "--junit", paramLabel = "FILE")
  private Path junit;

  @Option(names = "--fail-if-worse", paramLabel = "PERCENT")
  private String failIfWorse;

  @Override
  public Integer call() throws Exception {
    ExperimentPlan plan = plan(ExperimentPlan.class, this::newPlan);
    ExperimentTime.requireRound(List.of(plan));
    if (isDry) {
      return dryRun(Map.of("", plan));
    }
    require(plan);
    return measure(path, Map.of(path, plan), plan);
  }

  ExperimentPlan newPlan() throws IOException {
    PlanReader reader = new PlanReader(spec, isForeign -> new SettingTree());
    return reader.plan(reader.compared().names(), placement(), Optional.empty());
  }

  /**
   * Measures an experiment in its folder, and prints the result.
   *
   * @param all experiments of the command by folder
   * @param whole the plan of the command, to write before anything is measured: then all of it can
   *     be resumed
   * @return the exit code
   */
  int measure(Path folder, Map<Path, ExperimentPlan> all, Plan whole)
      throws IOException, InterruptedException {
    // It may have been calibrated since.
    ExperimentPlan plan = ExperimentPlan.read(folder).orElse(all.get(folder));
    Duration used;
    Experiment.PageWriter page = () -> Optional.of(Report.write(folder).comparison());
    ExperimentTime time = ExperimentTime.of(folder, all, System::nanoTime);
    try (Context context = open(time, plan, plan.load().concurrency(), page)) {
      write(all, whole);
      new Experiment(folder, plan, context).run();
      if (isProfiled) {
        new Experiment(folder, plan, context).profile();
      }
      used = context.time().used();
    }
    boolean isOfStudy = plan.study().isPresent();
    Comparison comparison =
        isOfStudy && json
            ? Report.write(folder).comparison()
            : experiment(folder, json, "It took %s.".formatted(text(used)));
    List<Pair> losses = losses(plan, comparison);
    if (junit != null) {
      Path file = isOfStudy ? fileForLoad(junit, folder.getFileName().toString()) : junit;
      write(file, JUnitXml.of(comparison, losses));
    }
    PrintWriter err = spec.commandLine().getErr();
    losses.forEach(
        each -> err.printf("compare: --fail-if-worse %s: %s%n", failIfWorse, each.sentence()));
    return losses.isEmpty() ? code(comparison) : CommandLine.ExitCode.SOFTWARE;
  }

  /** Returns the verdicts that fail the command. */
  private List<Pair> losses(ExperimentPlan plan, Comparison comparison) {
    return failIfWorse == null
        ? List.of()
        : comparison.losses(plan.design().baseline().orElseThrow(), Integer.parseInt(failIfWorse));
  }

  @Override
  void check(Collection<ExperimentPlan> plans) throws IOException, InterruptedException {
    plans.forEach(this::require);
    super.check(plans);
  }

  private void require(ExperimentPlan plan) {
    SettingException.refuseIf(
        isProfiled
            && (Variant.areClients(plan.design().variants()) || plan.setup().cluster().isPresent()),
        "--profile: only for services on this host");
    requireFile("--junit", junit);
    if (failIfWorse != null) {
      SettingException.refuseIf(
          !failIfWorse.matches("[1-9][0-9]?"),
          "--fail-if-worse %s: must be a whole percentage between 1 and 99",
          failIfWorse);
      SettingException.refuseIf(
          plan.design().baseline().isEmpty(), "--fail-if-worse: requires --baseline");
      SettingException.refuseIf(
          plan.design().variants().size() < 2,
          "--fail-if-worse: requires a service to compare with the baseline");
    }
  }

  /** Writes all plans, and the command that began them; the plan of the command last. */
  private void write(Map<Path, ExperimentPlan> all, Plan whole) throws IOException {
    if (Plan.read(path).isPresent()) {
      return;
    }
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    for (Map.Entry<Path, ExperimentPlan> each : all.entrySet()) {
      each.getValue().write(each.getKey());
      StartCommand.write(each.getKey(), arguments);
    }
    whole.write(path);
  }

  /** {@code report.xml} of a study's load is {@code report-LOAD.xml}. */
  static Path fileForLoad(Path file, String load) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.') < 1 ? name.length() : name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + load + name.substring(dot));
  }
}
