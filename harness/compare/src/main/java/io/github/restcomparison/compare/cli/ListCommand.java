package io.github.restcomparison.compare.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.compare.experiment.Calibration;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare list}: the variants that can be measured, and the results. */
@Command(name = "list", mixinStandardHelpOptions = true)
final class ListCommand extends ResultsCommand {
  /** A search has VARIANT/RATE/runs/RUN/run.json. */
  private static final int DEEPEST_RECORD = 5;

  /** Folders of runs that the plan does not count. */
  private static final Set<String> OTHER_RUNS = Set.of(Calibration.FOLDER, CpuProfile.FOLDER);

  @Parameters(arity = "0..1", paramLabel = "DIR")
  private Path results;

  @Option(names = "--json")
  private boolean json;

  /**
   * The content of the list.
   *
   * @param skipped why an experiment is not, a sentence each
   */
  record Listing(
      List<Variant> variants,
      List<Study> studies,
      List<ListedExperiment> experiments,
      @JsonIgnore List<String> skipped) {}

  /**
   * An experiment; each load of a study is one.
   *
   * @param kind the command that measures it
   * @param runs records that there are, repeated runs not counted
   * @param planned the planned runs, without repeated ones; empty if a search decides it
   */
  record ListedExperiment(
      String folder, String kind, int runs, OptionalInt planned, ExperimentPlan plan) {}

  @Override
  public Integer call() throws IOException {
    Path project = Project.folder();
    SettingException.refuseIf(
        results != null && !Files.isDirectory(results), "DIR %s: no such folder", results);
    Path folder = results == null ? Options.RESULTS : results;
    Listing listing = listing(folder);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.text(listing));
    } else {
      print(listing, project, out);
    }
    listing.skipped().forEach(each -> spec.commandLine().getErr().println("skipped: " + each));
    return listing.skipped().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.USAGE;
  }

  private static void print(Listing listing, Path project, PrintWriter out) {
    out.println("Variants:");
    table(
            Stream.concat(listing.variants().stream(), Variant.clients().stream())
                .map(
                    each -> {
                      Optional<String> missing = each.missingRequirement(project);
                      String model =
                          each.threadModel()
                              + missing.map(" (cannot run: %s)"::formatted).orElse("");
                      return List.of(each.name(), each.module(), model);
                    })
                .toList())
        .forEach(out::println);
    out.println("Studies:");
    table(listing.studies().stream().map(study -> List.of(study.name(), study.title())).toList())
        .forEach(out::println);
    out.println(listing.experiments().isEmpty() ? "Experiments: none" : "Experiments:");
    for (ListedExperiment each : listing.experiments()) {
      String variants = String.join(", ", each.plan().design().variants());
      String of = each.planned().isPresent() ? " of " + each.planned().getAsInt() : "";
      String what = "  %s  %s, runs: %d%s, %s%n";
      out.printf(what, each.folder(), each.kind(), each.runs(), of, variants);
    }
  }

  /** Returns rows of text, each as wide as its column. */
  private static List<String> table(List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size() - 1; column++) {
        int own = column;
        int width = rows.stream().mapToInt(each -> each.get(own).length()).max().orElseThrow();
        line.append("  ").append(("%-" + width + "s").formatted(row.get(column)));
      }
      lines.add(line.append("  ").append(row.getLast()).toString());
    }
    return lines;
  }

  /** Returns the list; one broken plan is named and ends nothing. */
  private static Listing listing(Path results) throws IOException {
    List<ListedExperiment> experiments = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    for (Path folder : content(results)) {
      try {
        experiments.addAll(experiments(folder));
      } catch (IOException | RuntimeException e) {
        skipped.add(Compare.oneLine(e));
      }
    }
    return new Listing(Variant.services(), Study.all(), experiments, skipped);
  }

  private static List<ListedExperiment> experiments(Path folder) throws IOException {
    return switch (Plan.read(folder).orElse(null)) {
      case ExperimentPlan plan -> List.of(experiment(folder, plan));
      case StudyPlan study -> {
        List<ListedExperiment> loads = new ArrayList<>();
        for (Map.Entry<Path, ExperimentPlan> load : study.experimentFolders(folder).entrySet()) {
          loads.add(experiment(load.getKey(), load.getValue()));
        }
        yield loads;
      }
      case SweepPlan plan -> {
        OptionalInt planned = OptionalInt.of(plan.runCount());
        yield List.of(experiment(folder, plan.command(), planned, plan.runs()));
      }
      case CapacityPlan plan ->
          List.of(experiment(folder, plan.command(), OptionalInt.empty(), plan.runs()));
      case null -> List.of();
    };
  }

  private static ListedExperiment experiment(Path folder, ExperimentPlan plan) throws IOException {
    String kind = plan.study().isPresent() ? "study" : plan.command();
    return experiment(folder, kind, OptionalInt.of(plan.design().runs()), plan);
  }

  private static ListedExperiment experiment(
      Path folder, String kind, OptionalInt planned, ExperimentPlan plan) throws IOException {
    return new ListedExperiment(folder.toString(), kind, runs(folder), planned, plan);
  }

  /** Returns the number of records. */
  private static int runs(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(folder, DEEPEST_RECORD)) {
      return (int)
          all.map(folder::relativize)
              .filter(file -> !OTHER_RUNS.contains(file.getName(0).toString()))
              .map(Path::toString)
              .filter(file -> file.matches("(.*/)?runs/[^/]+(?<!-repeated)/run\\.json"))
              .count();
    }
  }

  private static List<Path> content(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> content = Files.list(folder)) {
      return content.sorted().toList();
    }
  }
}
