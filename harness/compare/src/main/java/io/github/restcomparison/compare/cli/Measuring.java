package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.ExperimentStopped;
import io.github.restcomparison.compare.experiment.HostCheck;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.compare.site.HostOptions;
import io.github.restcomparison.compare.site.MeasuringSite;
import io.github.restcomparison.compare.terminal.Interruption;
import io.github.restcomparison.compare.terminal.OwnTerminal;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** What commands that measure have in common: where they measure, and where results go. */
final class Measuring {
  /** These change how a plan is measured or shown, not what it is. */
  private static final Set<String> VALID_WITH_RESUME =
      Set.of("--resume", "--json", "--junit", "--allow-concurrent", "--verbose", "--calibrate");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private HostOptions host;
  @Mixin private Options.Runtime runtime;
  @Mixin private Options.Output output;

  /** Measures with what it is given. */
  interface Measurement {
    void run(MeasurementContext context)
        throws IOException, InterruptedException, ExperimentStopped;
  }

  HostOptions host() {
    return host;
  }

  boolean isResumed() {
    return output.isResumed();
  }

  /**
   * The folder of the results, which is new, or has what is resumed.
   *
   * @param file that what is resumed must have
   * @throws UsageException if it is not
   */
  Path folder(String file) throws IOException {
    if (isResumed()) {
      for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
        if (!VALID_WITH_RESUME.contains(option.longestName())) {
          throw new UsageException(
              "%s: not with --resume, which takes all settings from %s"
                  .formatted(option.names()[0], output.folder().resolve(file)));
        }
      }
    }
    ExperimentFolder.requireFree(output.folder(), file, isResumed());
    return output.folder();
  }

  /** The folder of the results, whatever is in it. */
  Path folder() {
    return output.folder();
  }

  TerminalProgress progress() {
    return new TerminalProgress(command.commandLine().getErr(), OwnTerminal.isWatched());
  }

  /**
   * Measures small experiments, and prints what their page says first.
   *
   * @param plan of each of them
   * @param users the most that there are at once
   * @param path of the results
   * @return the exit code
   */
  int measure(ExperimentPlan plan, int users, Path path, Measurement measurement)
      throws IOException, InterruptedException, ExperimentStopped {
    if (plan.setup().cluster().isEmpty()) {
      host.take(users, 2);
    }
    Placement placement = host.placement(plan);
    MeasurementContext.Page page =
        () -> {
          Report.writeCurves(path);
          return Optional.empty();
        };
    measureAt(plan, placement, progress(), page, path, measurement);
    return print(command, path, Report.writeCurves(path).orElseThrow());
  }

  /** Measures where the plan says, and tells who presses Ctrl-C how to continue. */
  void measureAt(
      ExperimentPlan plan,
      Placement placement,
      TerminalProgress progress,
      MeasurementContext.Page page,
      Path path,
      Measurement measurement)
      throws IOException, InterruptedException, ExperimentStopped {
    Thread onCtrlC = Interruption.explain(command.commandLine().getCommandName(), path);
    // On a host that is shared knowingly nobody waits for quiet.
    boolean isChecked = plan.setup().cluster().isEmpty() && !host.allowConcurrent();
    HostCheck check = isChecked ? new HostCheck() : null;
    try (MeasuringSite site = MeasuringSite.of(plan, Project.folder())) {
      measurement.run(
          new MeasurementContext(
              placement, site.executor(), progress, page, check, host.allowConcurrent()));
    } finally {
      Interruption.isOver(onCtrlC);
    }
  }

  /**
   * Prints what a page says first.
   *
   * @return the exit code: 0 if all of it is valid
   */
  static int print(CommandSpec command, Path path, Page page) {
    PrintWriter terminal = command.commandLine().getOut();
    page.lines().forEach(terminal::println);
    terminal.println(path.resolve("index.html").toUri());
    return page.head().status().equals("VALID") ? 0 : 1;
  }

  /** Writes a report into a file that the user named, with the folders that it is in. */
  static void write(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Files.writeString(file, text);
  }
}
