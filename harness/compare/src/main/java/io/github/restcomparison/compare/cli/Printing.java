package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.records.study.Study;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the result of an experiment or a study, for those who measure it and who report it. */
final class Printing {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--json",
      description =
          "Print comparison.json instead of a table; of a study one object with a field for each"
              + " load.")
  private boolean json;

  boolean isJson() {
    return json;
  }

  /**
   * Prints an experiment.
   *
   * @param more lines before the address of its page
   */
  void experiment(Path path, Report.Written written, String... more) throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.print(Files.readString(path.resolve("comparison.json")));
    } else {
      out.print(written.terminal(Measuring.style(command)));
      List.of(more).forEach(out::println);
      out.println("report: " + path.resolve("index.html").toUri());
    }
    out.flush();
  }

  /** Prints a study: its comparisons, or the address of its page. */
  void study(Path path, Study study) throws IOException {
    command
        .commandLine()
        .getOut()
        .println(json ? json(path, study) : path.resolve(Report.STUDY_PAGE).toUri().toString());
  }

  /** Returns the comparisons of a study's loads as one JSON object. */
  static String json(Path path, Study study) throws IOException {
    List<String> fields = new ArrayList<>();
    for (Study.Load load : study.loads()) {
      Path file = path.resolve(load.name()).resolve("comparison.json");
      if (Files.exists(file)) {
        fields.add("\"%s\" : %s".formatted(load.name(), Files.readString(file).strip()));
      }
    }
    return "{\n" + String.join(",\n", fields) + "\n}";
  }
}
