package io.github.restcomparison.compare.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare list}: what can be measured, and what was. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = {"Lists the variants that can be measured, and the experiments there are.", ""})
final class ListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "The folder with the experiments in it (default: results).")
  private Path results;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  /** What is listed. */
  record Listing(List<Variant> variants, List<Study> studies, List<Experiment> experiments) {}

  /**
   * An experiment.
   *
   * @param runs records that there are, repeated runs not counted
   * @param planned runs that there should be, rounds that are repeated not counted
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Experiment(String folder, int runs, int planned, ExperimentPlan plan) {}

  @Override
  public Integer call() throws IOException {
    Path project = Project.folder();
    Path folder = results == null ? Options.Output.RESULTS : results;
    Listing listing =
        new Listing(
            Catalogue.variants(), Study.all(), experiments(folder, spec.commandLine().getErr()));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.text(listing));
    } else {
      print(listing, project, out);
    }
    return 0;
  }

  private static String line(
      String name, String module, String threadModel, Optional<String> missing) {
    return "  %-20s %-20s %s%s"
        .formatted(
            name, module, threadModel, missing.map(why -> " (cannot run: " + why + ")").orElse(""));
  }

  private static void print(Listing listing, Path project, PrintWriter out) {
    out.println("Variants:");
    listing
        .variants()
        .forEach(
            variant ->
                out.println(
                    line(
                        variant.name(),
                        variant.module(),
                        variant.threadModel(),
                        variant.missing(project))));
    HttpClientVariant.all()
        .forEach(
            client ->
                out.println(
                    line(client.name(), "clients", client.threadModel(), client.missing(project))));
    out.println("Studies:");
    listing.studies().forEach(study -> out.printf("  %-20s %s%n", study.name(), study.title()));
    out.println("Experiments:");
    listing
        .experiments()
        .forEach(
            each ->
                out.printf(
                    "  %s  %d of %d runs, %s%n",
                    each.folder(),
                    each.runs(),
                    each.planned(),
                    String.join(", ", each.plan().design().variants())));
    if (listing.experiments().isEmpty()) {
      out.println("  none");
    }
  }

  private static List<Experiment> experiments(Path results, PrintWriter err) throws IOException {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    List<Experiment> experiments = new ArrayList<>();
    try (Stream<Path> folders = Files.list(results)) {
      for (Path folder : folders.sorted().toList()) {
        Optional<ExperimentPlan> plan;
        try {
          plan = ExperimentPlan.in(folder);
        } catch (IOException e) {
          err.println("skipped: " + e.getMessage());
          continue;
        }
        if (plan.isPresent()) {
          int planned = plan.get().design().runs();
          experiments.add(new Experiment(folder.toString(), runs(folder), planned, plan.get()));
        }
      }
    }
    return experiments;
  }

  private static int runs(Path experiment) throws IOException {
    Path runs = experiment.resolve("runs");
    if (!Files.isDirectory(runs)) {
      return 0;
    }
    try (Stream<Path> folders = Files.list(runs)) {
      return (int)
          folders
              .filter(run -> !run.getFileName().toString().contains("-repeated"))
              .filter(run -> Files.exists(run.resolve("run.json")))
              .count();
    }
  }
}
