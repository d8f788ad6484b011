package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.text.ConsoleTable;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.merge.Injectors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare merge}: the records of several injectors, joined into one run each. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Joins what several injectors have recorded of one load that they made together.",
      "",
      "Figures are worked out from their raw logs, read as one: nothing is an average of theirs."
          + " Where",
      "an injector is missing, or their clocks disagree, the run is INVALID.",
      ""
    },
    footer = {"", "Example:", "  ./compare merge reports/*/comparison --out results/together"})
final class MergeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The comparison/ folder of each injector.")
  private List<Path> injectors;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder for the joined runs; it may not be there yet.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    if (Files.exists(out)) {
      throw new UsageException(
          "--out is '%s', which exists: it may be a new folder".formatted(out));
    }
    Injectors.join(injectors, out);
    Comparison comparison = Report.write(out);
    PrintWriter console = spec.commandLine().getOut();
    console.println(ConsoleTable.render(comparison));
    console.println(out.resolve("index.html").toUri());
    return comparison.status() == Status.VALID ? 0 : 1;
  }
}
