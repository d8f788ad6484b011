package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.curves.CurvesSummary;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.GatlingJvm;
import io.github.restcomparison.compare.experiment.HostPressure;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.terminal.Interruption;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands have in common that measure many small experiments. */
public final class MeasurementOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private HostOptions host;

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "NAME",
      completionCandidates = VariantNames.class,
      description = "What is compared, separated by commas: ${COMPLETION-CANDIDATES}.")
  private List<String> variants;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder (default: results/<time>).")
  private Path out;

  @Option(
      names = "--resume",
      description = "Go on in --out where it was interrupted; other settings are refused.")
  private boolean resume;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description =
          "What the silent load before each measured one may take at most, while the service is not"
              + " seen to be steady (default: ${DEFAULT-VALUE}).")
  private Duration warmUp;

  @Option(
      names = "--host-check",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = DurationConverter.class,
      description =
          "How long the host is listened to before each run; a busy one is waited for (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration listen;

  @Option(
      names = "--retry-disturbed",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "How often a run is measured again where the host was disturbed, 0 to 20 (default:"
              + " ${DEFAULT-VALUE}).")
  private int repeats;

  /** What measures. */
  public interface Measurement {
    void run(MeasurementContext context) throws Exception;
  }

  public Path folder() throws IOException {
    return (out == null ? Results.newFolder(Project.folder()) : out).toAbsolutePath().normalize();
  }

  public List<String> variants(List<String> otherwise) {
    List<String> named = variants == null ? otherwise : variants;
    for (String name : named) {
      try {
        Catalogue.variant(name);
      } catch (IllegalArgumentException e) {
        throw refusal(e.getMessage());
      }
    }
    return named;
  }

  public String workers(String text) {
    try {
      Workers.of(Settings.of(Map.of("WORKERS", text)));
      return text;
    } catch (SettingException e) {
      throw refusal(
          "--workers is '%s': it may be a whole number from 1 to 20000, or virtual"
              .formatted(text));
    }
  }

  public int within(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw refusal(
          "%s is %d: it may be a whole number from %d to %d".formatted(option, value, min, max));
    }
    return value;
  }

  /** The plan that all of the experiments begin with; users and wait are still to be set. */
  public ExperimentPlan plan(List<String> named, int rounds, String workers) {
    return new ExperimentPlan(
        ExperimentPlan.SCHEMA,
        PlanOptions.session(),
        named,
        Optional.empty(),
        rounds,
        ThreadLocalRandom.current().nextLong(1_000_000),
        1,
        1,
        100,
        Optional.of("fixed"),
        Optional.empty(),
        workers,
        1_000 * within("--warm-up in seconds", (int) warmUp.toSeconds(), 0, 3_600),
        host.placement(Optional.empty()).toString(),
        Host.name(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty());
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
        throw refusal(path + " is not empty, and holds nothing to go on with");
      }
      return before;
    }
    if (!resume) {
      throw refusal(path + " holds results already: go on (--resume), or name another --out");
    }
    Map<String, Object> there = new HashMap<>(settings.apply(before.get()));
    there.remove("seed"); // drawn anew by who does not give one
    List<String> differences = ExperimentFolder.differences(there, settings.apply(asked));
    if (!differences.isEmpty()) {
      throw refusal("%s holds other results: %s".formatted(path, String.join("; ", differences)));
    }
    return before;
  }

  public void unlessReady(int users) throws IOException {
    Refusal.unlessReady(users, 2, host.allowConcurrent(), spec.commandLine());
  }

  /** Measures, and writes the page after each round. */
  public void measure(Path path, String again, Measurement measurement, TerminalProgress.Page page)
      throws Exception {
    TerminalProgress progress =
        new TerminalProgress(spec.commandLine().getErr(), TerminalProgress.isWatched(), page);
    Placement placement = host.placement(Optional.empty());
    Thread onCtrlC =
        Interruption.explain(
            "compare: interrupted; go on with ./compare %s --resume --out %s"
                .formatted(again, path));
    try {
      measurement.run(
          new MeasurementContext(
              placement,
              new GatlingJvm(Project.folder()),
              progress,
              HostPressure.ofThisHost(listen),
              within("--retry-disturbed", repeats, 0, RunId.MOST_ATTEMPTS - 1),
              host.allowConcurrent()));
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

  private ParameterException refusal(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
