package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.curves.Curves;
import io.github.restcomparison.analysis.fleet.Incident;
import io.github.restcomparison.analysis.plan.PlanAnswer;
import io.github.restcomparison.analysis.plan.PlanRequest;
import io.github.restcomparison.analysis.plan.PlanRequest.Trial;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.MeasurementOptions;
import io.github.restcomparison.compare.options.NodeOptions;
import io.github.restcomparison.compare.options.PlannedLoadOptions;
import io.github.restcomparison.records.Range;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare plan}: from what was measured to what another load would take. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Predicts what a load takes that was not measured: nodes, CPUs, threads, memory, latency, for"
          + " every variant in the results. Measures nothing. Says how well such predictions hold,"
          + " where the results have more than one load: a sweep is best.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  ./compare plan results/sweep results/memory --users 40000 --wait 250ms --cpus 8"
          + " --slo 'p99<400ms' --memory 2g"
    })
final class PlanCommand implements Callable<Integer> {
  private static final Range WAITING = new Range("max-waiting", 1, 1_000_000);

  @Spec private CommandSpec spec;
  @Mixin private PlannedLoadOptions load;
  @Mixin private NodeOptions nodes;

  @Parameters(
      paramLabel = "RESULTS",
      arity = "1..*",
      description =
          "The folders of an experiment, of a sweep, and of ./compare memory, all of one host.")
  private List<Path> folders;

  @Option(
      names = "--incident",
      paramLabel = "WHAT",
      description =
          "Simulate a minute in which something goes wrong for 20 s: ${COMPLETION-CANDIDATES}.")
  private Incident incident;

  @Option(
      names = "--max-waiting",
      paramLabel = "N",
      description =
          "Requests that a node lets in, where it refuses what is more (default: twice what it holds"
              + " while all is well).")
  private Integer mostWaiting;

  @Option(names = "--json", description = "Print plan.json instead of sentences.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder of the page (default: plan, in the first of RESULTS).")
  private Path out;

  @Override
  public Integer call() throws Exception {
    for (Path folder : folders) {
      ExperimentFolder.requireFolder("RESULTS", folder);
    }
    Path path =
        (out == null ? folders.getFirst().resolve("plan") : out).toAbsolutePath().normalize();
    PlanRequest request = new PlanRequest(load.load(), nodes.instance(), nodes.limits(), trial());
    PlanAnswer answer = PlanAnswer.of(request, folders);
    Curves page = answer.write(path);
    if (json) {
      spec.commandLine().getOut().print(Files.readString(path.resolve("plan.json")));
      spec.commandLine().getOut().flush();
      return 0;
    }
    return MeasurementOptions.print(spec, path, page);
  }

  private Optional<Trial> trial() {
    if (incident == null) {
      if (mostWaiting != null) {
        throw new UsageException("--max-waiting may be given with --incident");
      }
      return Optional.empty();
    }
    if (!load.hasUsers()) {
      throw new UsageException("--incident may be given with --users: it follows each of them");
    }
    return Optional.of(
        new Trial(
            incident,
            mostWaiting == null
                ? OptionalInt.empty()
                : OptionalInt.of(WAITING.check(mostWaiting))));
  }
}
