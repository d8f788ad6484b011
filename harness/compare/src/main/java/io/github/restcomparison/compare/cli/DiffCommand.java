package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.ci.JUnitXml;
import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.diff.DiffPage;
import io.github.restcomparison.analysis.page.MarkdownPage;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.TerminalPage;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare diff}: two experiments against each other. */
@Command(name = "diff", mixinStandardHelpOptions = true)
final class DiffCommand extends ResultsCommand {
  private static final int MAX_DIFFERENCES = 5;

  @Parameters(index = "0", paramLabel = "BEFORE")
  private Path before;

  @Parameters(index = "1", paramLabel = "AFTER")
  private Path after;

  @Option(names = "--force")
  private boolean force;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--junit", paramLabel = "FILE")
  private Path junit;

  @Override
  public Integer call() throws Exception {
    requireFolder("BEFORE", before);
    requireFolder("AFTER", after);
    requireFile("--junit", junit);
    Path markdown = after.resolve("diff.md");
    requireFile("AFTER", markdown);
    Diff diff = diff();
    List<String> differences = diff.differences();
    if (!differences.isEmpty() && !force) {
      int more = differences.size() - MAX_DIFFERENCES;
      throw new SettingException(
          "not comparable (--force compares them anyway): "
              + differences.stream().limit(MAX_DIFFERENCES).collect(Collectors.joining("; "))
              + (more > 0 ? "; and %d more".formatted(more) : ""));
    }
    if (junit != null) {
      write(junit, JUnitXml.of(diff));
    }
    Page page = DiffPage.of(diff);
    write(markdown, MarkdownPage.render(page));
    print(
        json
            ? JsonFiles.text(diff) + "\n"
            : TerminalPage.render(page, style()) + "Markdown: " + markdown + "\n");
    if (diff.regressed()) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    if (!diff.unjudged().isEmpty()) {
      spec.commandLine()
          .getErr()
          .println("compare: not judged: " + String.join("; ", diff.unjudged()));
      return CommandLine.ExitCode.USAGE;
    }
    return CommandLine.ExitCode.OK;
  }

  /** Exit code 1 is a regression: what cannot be read is refused. */
  private Diff diff() {
    try {
      return Diff.of(before, after);
    } catch (IOException e) {
      throw new SettingException(e.getMessage());
    }
  }
}
