package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.curves.CurvesSummary;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.GatlingJvm;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.terminal.Interruption;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.service.ServiceLauncher;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands have in common that measure many small experiments. */
public final class MeasurementOptions {
  private static final int WARM_UP_MS = 10_000;
  private static final Duration HOST_CHECK = Duration.ofSeconds(1);
  private static final int RETRIES = 2;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private HostOptions host;
  @Mixin private RoundOptions rounds;
  @Mixin private OutputOptions output;

  /** What measures. */
  public interface Measurement {
    void run() throws Exception;
  }

  public Path folder() throws IOException {
    return output.folder(Project.folder());
  }

  /**
   * What is compared.
   *
   * @throws UsageException where the catalogue has no such variant
   */
  public List<String> variants(List<String> otherwise) {
    List<String> named = rounds.variants(otherwise);
    for (String name : named) {
      try {
        Catalogue.variant(name);
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage());
      }
    }
    return named;
  }

  /**
   * The plan that all of the experiments begin with; users, and in a sweep the wait, are still to
   * be set.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it cannot be one
   */
  public ExperimentPlan plan(List<String> named, int number, OptionalInt workers, int delayMs) {
    return new ExperimentPlan(
        PlanOptions.session(),
        new Design(
            named, Optional.empty(), number, ThreadLocalRandom.current().nextLong(1_000_000)),
        LoadSpec.closed(1, 1, delayMs, "fixed", workers, rounds.warmUpLimitMs(WARM_UP_MS)),
        new Setup(Host.name(), host.placement(Optional.empty()).toString(), ServiceLauncher.BARE),
        Optional.empty());
  }

  /**
   * The plan that is in the folder already, where this goes on with it.
   *
   * @param settings what makes two plans differ, by name
   */
  public <P> Optional<P> begun(
      Path path, P asked, Optional<P> before, Function<P, Map<String, Object>> settings)
      throws IOException {
    if (before.isEmpty()) {
      if (Files.exists(path) && !ExperimentFolder.isEmpty(path)) {
        throw new UsageException(path + " is not empty, and holds nothing to go on with");
      }
      return before;
    }
    if (!rounds.resume()) {
      throw new UsageException(
          path + " holds results already: go on (--resume), or name another --out");
    }
    Map<String, Object> there = new HashMap<>(settings.apply(before.get()));
    there.remove("seed"); // drawn anew by who does not give one
    List<String> differences = ExperimentFolder.differences(there, settings.apply(asked));
    if (!differences.isEmpty()) {
      throw new UsageException(
          "%s holds other results: %s".formatted(path, String.join("; ", differences)));
    }
    return before;
  }

  /**
   * Takes this host for the process.
   *
   * @param page is written after each round
   * @throws io.github.restcomparison.servicekit.SettingException where an option cannot be used
   */
  public MeasurementContext takeHost(int users, TerminalProgress.Page page) throws IOException {
    MeasurementContext context =
        new MeasurementContext(
            host.placement(Optional.empty()),
            new GatlingJvm(Project.folder()),
            new TerminalProgress(spec.commandLine().getErr(), TerminalProgress.isWatched(), page),
            rounds.hostPressure(HOST_CHECK),
            rounds.retries().or(() -> Optional.of(RETRIES)),
            host.allowConcurrent());
    host.take(users, 2);
    return context;
  }

  /**
   * Measures, and tells who presses Ctrl-C how to go on.
   *
   * @param again the command and what must be said again of it
   */
  public void measure(Path path, String again, Measurement measurement) throws Exception {
    Thread onCtrlC =
        Interruption.explain(
            "compare: interrupted; go on with ./compare %s --resume --out %s"
                .formatted(again, path));
    try {
      measurement.run();
    } finally {
      Interruption.isOver(onCtrlC);
    }
  }

  public int print(Path path, CurvesSummary summary) {
    PrintWriter terminal = spec.commandLine().getOut();
    summary.lines().forEach(terminal::println);
    terminal.println(path.resolve("index.html").toUri());
    terminal.flush();
    return summary.status() == Status.VALID ? 0 : 1;
  }
}
