package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.Options.StudyNames;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.variants.Catalogue;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare study}: a published comparison, measured again. */
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = {
      "Measures a published comparison again, with its variants, waits and loads; options change"
          + " what they name.",
      ""
    },
    footer = {"", "Example:", "  ./compare study gateway-2010"})
final class StudyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      completionCandidates = StudyNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String name;

  @Option(
      names = "--quick",
      description =
          "One round with a tenth of the users, workers and wait: shows that it runs, no more.")
  private boolean quick;

  @Mixin private Options.Users users;
  @Mixin private Options.Waiting waiting;
  @Mixin private Options.WarmUp warmUp;
  @Mixin private Options.Rounds rounds;
  @Mixin private ExperimentMeasuring experiment;

  @Override
  public Integer call() throws Exception {
    boolean isResumed = experiment.measuring().isResumed();
    Path path = experiment.measuring().folder();
    Study study = isResumed ? begun(path) : study();
    Study measured = quick ? study.quick() : study;
    PrintWriter err = spec.commandLine().getErr();
    if (quick) {
      err.println("quick: one round, with a tenth of the users, of the workers and of the wait");
    }
    measured.changes().forEach(err::println);
    int worst = 0;
    for (Study.Load load : measured.loads()) {
      List<String> variants = load.variants().stream().filter(this::canRun).toList();
      if (variants.isEmpty()) {
        err.printf("%s: skipped: no variant of it can run here (./compare list)%n", load.name());
        continue;
      }
      Path own = path.resolve(load.name());
      Optional<ExperimentPlan> before = ExperimentPlan.in(own);
      ExperimentPlan plan =
          isResumed && before.isPresent() ? before.get() : plan(measured, load, variants);
      worst = Math.max(worst, experiment.measure(plan, own, Optional.of(load.name())));
      Report.writeStudy(path, study);
    }
    if (!Files.exists(path.resolve(Report.STUDY_PAGE))) {
      throw new UsageException(
          "%s: no variant of it can run here (./compare list)".formatted(name));
    }
    spec.commandLine().getOut().println(path.resolve(Report.STUDY_PAGE).toUri());
    return worst;
  }

  private Study study() throws IOException {
    if (name == null) {
      throw new UsageException("missing NAME: " + String.join(", ", new StudyNames()));
    }
    experiment.measuring().folder(Report.STUDY_PAGE);
    try {
      return Study.of(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** What is resumed must have the plan of a load, which names the study. */
  private Study begun(Path path) throws IOException {
    Study study =
        Report.study(path)
            .orElseThrow(() -> new UsageException("--resume %s: has no study".formatted(path)));
    for (Study.Load load : study.loads()) {
      Optional<OfStudy> part =
          ExperimentPlan.in(path.resolve(load.name())).flatMap(ExperimentPlan::study);
      quick |= part.filter(OfStudy::quick).isPresent();
    }
    return study;
  }

  private boolean canRun(String variant) {
    return missing(variant).isEmpty();
  }

  private static Optional<String> missing(String variant) {
    try {
      Path project = Project.folder();
      return HttpClientVariant.of(variant)
          .map(client -> client.missing(project))
          .orElseGet(() -> Catalogue.variant(variant).missing(project));
    } catch (IOException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private ExperimentPlan plan(Study study, Study.Load load, List<String> variants)
      throws IOException {
    SettingTree published =
        new SettingTree()
            .set("", variants, "variants")
            .set("", Integer.toString(load.users()), "load", "users")
            .set("", Integer.toString(load.requestsPerUser()), "load", "requests")
            .set("", study.delayMs() + "ms", "load", "delay")
            .set("", load.waits(), "load", "wait")
            .set("", study.workers(), "load", "workers")
            .set("", quick ? "1" : variants.size() < 2 ? "3" : "3..10", "design", "rounds");
    if (quick) {
      published.set("", "5s", "load", "warmUp");
    }
    if (quick || variants.size() < 2) {
      published.set("", "none", "design", "control");
    }
    PlanReader reader = new PlanReader(spec, isForeign -> published);
    return reader.plan(
        reader.compared(),
        experiment.measuring().host().placement(),
        Optional.of(new OfStudy(study.name(), load.name(), quick)));
  }
}
