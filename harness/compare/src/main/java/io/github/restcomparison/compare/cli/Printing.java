package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.study.Study;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the pages of results and prints their start, after measuring and for {@code report}. */
final class Printing {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--json")
  private boolean json;

  boolean isJson() {
    return json;
  }

  /** Writes and prints an experiment; {@code more} are lines before the address of its page. */
  Comparison experiment(Path path, String... more) throws IOException {
    Report.Written written = Report.write(path);
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.print(Files.readString(path.resolve("comparison.json")));
    } else {
      out.print(written.terminal(style(command)));
      List.of(more).forEach(out::println);
      out.println("report: " + path.resolve("index.html").toUri());
    }
    out.flush();
    return written.comparison();
  }

  /** Returns the exit code of an experiment. */
  static int code(Comparison comparison) {
    return comparison.status() == Status.VALID ? 0 : 1;
  }

  /** Writes and prints a study: its comparisons, or the address of its page. */
  int study(Path path, Study study) throws IOException {
    Report.writeStudy(path, study);
    String page = path.resolve(Report.STUDY_PAGE).toUri().toString();
    command.commandLine().getOut().println(json ? json(path, study) : page);
    return 0;
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

  /** Writes and prints the page of a sweep, a search or of memory; returns the exit code. */
  static int curves(CommandSpec command, Path path) throws IOException {
    return page(command, path, Report.writeCurves(path).orElseThrow());
  }

  /** Prints the start of a page; returns the exit code: 0 if all of it is valid. */
  static int page(CommandSpec command, Path path, Page page) {
    PrintWriter out = command.commandLine().getOut();
    page.lines().forEach(out::println);
    out.println(path.resolve("index.html").toUri());
    return page.head().status().equals("VALID") ? 0 : 1;
  }

  /** Writes a report to what the user named, which may be a pipe; creates its folder. */
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }

  /** Refuses a path which the user named if it is no folder; {@code label} is its name in help. */
  static void requireFolder(String label, Path path) {
    if (!Files.isDirectory(path)) {
      throw new SettingException(
          "%s %s: must be the folder of an experiment".formatted(label, path));
    }
  }

  /** Returns whether a person sees what is printed. */
  static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Returns what the terminal shows: no colours in a pipe or with NO_COLOR (no-color.org). */
  static TerminalStyle style(CommandSpec command) {
    return isWatched()
        ? new TerminalStyle(command.usageMessage().width(), Ansi.AUTO.enabled())
        : TerminalStyle.PLAIN;
  }
}
