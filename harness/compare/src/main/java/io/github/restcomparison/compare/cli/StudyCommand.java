package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.options.Options.StudyNames;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code compare study}: a published comparison, measured again. */
@Command(name = "study", mixinStandardHelpOptions = true)
final class StudyCommand extends RunCommand {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      completionCandidates = StudyNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String name;

  @Override
  public Integer call() throws Exception {
    StudyPlan plan = plan(StudyPlan.class, this::newStudy);
    ExperimentTime.requireRound(plan.experiments().values());
    if (isDry) {
      return dryRun(plan.experiments());
    }
    check(plan.experiments().values());
    Map<Path, ExperimentPlan> all = plan.experimentFolders(path);
    int worst = 0;
    boolean hasMeasured = false;
    for (Path folder : all.keySet()) {
      try {
        worst = Math.max(worst, measure(folder, all, plan));
      } catch (SettingException e) {
        throw hasMeasured ? new IOException(e.getMessage(), e) : e;
      }
      hasMeasured = true;
      Report.writeStudy(path, plan);
    }
    study(path, plan, json);
    return worst;
  }

  /** Plans all loads before one is measured: --resume takes all settings from this plan. */
  private StudyPlan newStudy() throws IOException {
    SettingException.refuseIf(name == null, "missing NAME: " + String.join(", ", new StudyNames()));
    Study study = Study.of(name);
    Path project = Project.folder();
    Map<String, ExperimentPlan> plans =
        newPlans(study, runnable(study, each -> missing(each, project)));
    study.changes().forEach(progress()::print);
    return new StudyPlan(name, plans);
  }

  /**
   * Returns the plans of a study, by the names of their loads with the users that are typed. An
   * option must fit one load, and applies to all that it fits.
   *
   * @param runnable the variants of each load that can run
   */
  Map<String, ExperimentPlan> newPlans(Study study, Map<Study.Load, List<String>> runnable)
      throws IOException {
    Set<String> all = new HashSet<>();
    runnable.values().forEach(all::addAll);
    Map<String, ExperimentPlan> plans = new LinkedHashMap<>();
    for (Study.Load load : study.loads()) {
      List<String> variants = runnable.get(load);
      if (variants.isEmpty()) {
        progress().print(load.name() + ": skipped: no variant of it can run here (./compare list)");
      } else {
        ExperimentPlan plan = planned(study, load, variants, all);
        String name = load.nameWith(plan.load().concurrency());
        int same = 1;
        while (plans.containsKey(same == 1 ? name : name + "-" + same)) {
          same++;
        }
        plans.put(same == 1 ? name : name + "-" + same, plan);
      }
    }
    return plans;
  }

  /**
   * Returns the variants of each load that can run.
   *
   * @param missing returns what a variant lacks on this host
   * @throws SettingException if none of them can run
   */
  static Map<Study.Load, List<String>> runnable(
      Study study, Function<String, Optional<String>> missing) {
    Map<Study.Load, List<String>> runnable = new LinkedHashMap<>();
    for (Study.Load load : study.loads()) {
      runnable.put(
          load, load.variants().stream().filter(each -> missing.apply(each).isEmpty()).toList());
    }
    if (runnable.values().stream().allMatch(List::isEmpty)) {
      String first = study.loads().getFirst().variants().getFirst();
      throw new SettingException(
          "study %s: no variant of it can run here: %s: %s"
              .formatted(study.name(), first, missing.apply(first).orElseThrow()));
    }
    return runnable;
  }

  private static Optional<String> missing(String variant, Path project) {
    return Variant.client(variant)
        .orElseGet(() -> Variant.named(variant))
        .missingRequirement(project);
  }

  private ExperimentPlan planned(
      Study study, Study.Load load, List<String> variants, Set<String> all) throws IOException {
    SettingTree published =
        new SettingTree()
            .set("", variants, "variants")
            .set("", Integer.toString(load.users()), "load", "users")
            .set("", Integer.toString(load.requestsPerUser()), "load", "requests")
            .set("", DurationText.of(load.delay().delay()), "load", "delay")
            .set("", load.delay().waits().toString(), "load", "wait")
            .set("", study.workers(), "load", "workers")
            .set("", variants.size() < 2 ? "3" : "3..10", "design", "rounds");
    if (variants.size() < 2) {
      published.set("", "none", "design", "control");
    }
    PlanReader reader = new PlanReader(spec, isForeign -> published, all);
    return reader.plan(
        reader.compared().names(),
        placement(),
        Optional.of(new StudyPlace(study.name(), load.name())));
  }
}
