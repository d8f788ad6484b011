package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.experiment.Calibration;
import io.github.restcomparison.compare.experiment.TimeLeft;
import io.github.restcomparison.compare.gatling.GatlingJvm;
import io.github.restcomparison.compare.options.OutputOptions;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.compare.options.UserOptions;
import io.github.restcomparison.compare.site.HostOptions;
import io.github.restcomparison.compare.terminal.OwnTerminal;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.runner.host.Placement;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare calibrate}: what the load generator itself can do. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how many requests per second the load generator reaches on this host against a",
      "service that answers at once. compare run does so by itself before its first round.",
      ""
    })
final class CalibrateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private UserOptions options;
  @Mixin private HostOptions host;
  @Mixin private OutputOptions output;

  @Option(names = "--json", description = "Print JSON instead of a sentence.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Path project = Project.folder();
    Placement placement = host.placement(Optional.empty());
    LoadSpec usual = LoadSpec.USUAL;
    LoadSpec load =
        usual.under(options.users(usual.users()), options.requests(usual.requestsPerUser()), 0);
    host.take(load.users(), 2);
    TerminalProgress progress =
        new TerminalProgress(spec.commandLine().getErr(), OwnTerminal.isWatched());
    Calibration calibration =
        new Calibration(new GatlingJvm(project), placement, progress, host.allowConcurrent());
    TimeLeft left = new TimeLeft(calibration.expected(), Optional.empty());
    double capacity = calibration.capacity("calibration", load, output.folder(), left);
    spec.commandLine()
        .getOut()
        .println(
            String.format(
                Locale.ROOT,
                json
                    ? "{ \"generatorCapacity\": %.0f, \"users\": %d, \"pinning\": \"%s\" }"
                    : "The load generator reaches %,.0f requests/s with %d users (pinning: %s).",
                capacity,
                load.users(),
                placement));
    return 0;
  }
}
