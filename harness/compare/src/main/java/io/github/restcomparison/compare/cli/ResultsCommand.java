package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.settings.SettingException;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that writes the pages of results and prints their start. */
abstract class ResultsCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  /** Prints a text, which ends with its last line. */
  void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }

  /** Writes and prints an experiment; {@code more} are lines before the address of its page. */
  Comparison experiment(Path path, boolean isJson, String... more) throws IOException {
    Report.Result written = Report.write(path);
    List<String> end = new ArrayList<>(List.of(more));
    end.add("report: " + path.resolve("index.html").toUri());
    print(
        isJson
            ? Files.readString(path.resolve("comparison.json"))
            : written.terminal(style()) + String.join("\n", end) + "\n");
    return written.comparison();
  }

  /** Returns the exit code of an experiment. */
  static int code(Comparison comparison) {
    return comparison.status() == Status.VALID ? 0 : 1;
  }

  /**
   * Writes and prints a study: its comparisons, or the address of its page.
   *
   * @return the exit code: 0 if all experiments of the plan were measured and are valid
   */
  int study(Path path, StudyPlan plan, boolean isJson) throws IOException {
    List<Comparison> experiments = Report.writeStudy(path, plan);
    print((isJson ? json(path, plan) : path.resolve(Report.STUDY_PAGE).toUri()) + "\n");
    boolean isWhole = experiments.size() == plan.experiments().size();
    return isWhole && experiments.stream().allMatch(each -> code(each) == 0) ? 0 : 1;
  }

  /** Returns the comparisons of a study's loads as one JSON object. */
  static String json(Path path, StudyPlan plan) throws IOException {
    List<String> fields = new ArrayList<>();
    for (String experiment : plan.experiments().keySet()) {
      Path file = path.resolve(experiment).resolve("comparison.json");
      if (Files.exists(file)) {
        fields.add("\"%s\" : %s".formatted(experiment, Files.readString(file).strip()));
      }
    }
    return "{\n" + String.join(",\n", fields) + "\n}";
  }

  /** Writes and prints the page of a sweep, a search or of memory; returns the exit code. */
  int curves(Path path) throws IOException {
    return page(path, Report.writeCurves(path).orElseThrow());
  }

  /** Prints the start of a page; returns the exit code: 0 if all of it is valid. */
  int page(Path path, Page page) {
    print(String.join("\n", page.lines()) + "\n" + path.resolve("index.html").toUri() + "\n");
    return page.head().status() == Page.Status.VALID ? 0 : 1;
  }

  /** Writes a report to what the user named, which may be a pipe; creates its folder. */
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }

  /** Refuses a file which the user named if it cannot be written; null is no file. */
  static void requireFile(String option, Path file) {
    SettingException.refuseIf(
        file != null && (Files.isDirectory(file) || !isWritable(file)),
        "%s %s: must be a writable file",
        option,
        file);
  }

  /**
   * Returns whether a file or folder can be written, or created: its nearest folder then is
   * writable.
   */
  static boolean isWritable(Path path) {
    Path there = path.toAbsolutePath().normalize();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    return Files.isWritable(there) && (Files.exists(path) || Files.isDirectory(there));
  }

  /** Refuses a path which the user named if it is no folder; {@code label} is its name in help. */
  static void requireFolder(String label, Path path) {
    SettingException.refuseIf(
        !Files.isDirectory(path), "%s %s: must be the folder of an experiment", label, path);
  }

  /** Returns whether the output goes to a terminal. */
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Returns the style of the terminal: no colours in a pipe or with NO_COLOR (no-color.org). */
  TerminalStyle style() {
    return isTerminal()
        ? new TerminalStyle(spec.usageMessage().width(), Ansi.AUTO.enabled())
        : TerminalStyle.PLAIN;
  }
}
