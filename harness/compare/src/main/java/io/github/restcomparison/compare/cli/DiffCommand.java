package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.diff.DiffText;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.JsonFiles;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare diff}: two experiments against each other. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {
      "Compares an experiment with an earlier one: what has become faster, slower, dearer?",
      "",
      "Exit code 1 where a variant has surely become worse by more than the margin, which is 5 %%"
          + " or",
      "the noise floor of either experiment, or fails now; 0 otherwise; 2 where the two cannot be",
      "compared, because the load, the host or its division is another.",
      ""
    })
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "BEFORE", description = "The folder of the earlier one.")
  private Path before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "The folder of the later one.")
  private Path after;

  @Option(
      names = "--force",
      description = "Compare them although the load, the host or its division is another.")
  private boolean force;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Diff diff = Diff.of(before, after);
    if (!diff.differences().isEmpty() && !force) {
      throw new UsageException(
          "not comparable (--force compares all the same): "
              + String.join("; ", diff.differences()));
    }
    String text = json ? JsonFiles.text(diff) + "\n" : DiffText.render(diff);
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return diff.regressed() ? 1 : 0;
  }
}
