package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.DurationConverter;
import io.github.restcomparison.compare.options.Grid;
import io.github.restcomparison.compare.options.MeasurementOptions;
import io.github.restcomparison.compare.options.MeasurementOptions.Compared;
import io.github.restcomparison.compare.options.WaitOptions;
import io.github.restcomparison.compare.sweep.SweepCells;
import io.github.restcomparison.compare.sweep.SweepExperiment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code compare sweep}: a grid of short runs, over users, waits and workers. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    description = {
      "Measures every variant at each number of users and each wait, in short runs, and draws"
          + " throughput, latency and CPU per request over each of them, with the bounds; says from"
          + " which load on one variant answers more than another. It shows shapes, and judges crossing"
          + " points: for all else there is run.",
      ""
    },
    footer = {
      "",
      "Lists are separated by commas, and may have ranges: 16..1024x2 is 16, 32, 64 to 1024.",
      "",
      "Example:",
      "  ./compare sweep --users 10,100,1000,5000 --delay 10ms,100ms,1s --workers"
          + " 16..1024x2,virtual"
    })
final class SweepCommand implements Callable<Integer> {
  private static final Range ROUNDS = new Range("rounds", 1, 100);
  private static final Range SECONDS = new Range("duration in seconds", 1, 600);

  /** What would take longer, with its users and its pool, is left out. */
  private static final Duration LONGEST_CELL = Duration.ofSeconds(60);

  private static final String DELAYS = "10ms,100ms,1s";
  @Mixin private MeasurementOptions options;

  @Option(
      names = "--users",
      paramLabel = "LIST",
      defaultValue = "10,100,1000,5000",
      description = "Users who ask at once, 1 to 20000 (default: ${DEFAULT-VALUE}).")
  private String users;

  @Option(
      names = "--delay",
      paramLabel = "LIST",
      description =
          "Waits of one request, 0ms to 10m (default: 10ms,100ms,1s); of services of yours what of an"
              + " answer's time is waiting, where you know.")
  private String delays;

  @Option(
      names = "--workers",
      paramLabel = "LIST",
      defaultValue = "200",
      description =
          "Threads that may block at once, 1 to 20000, or virtual; for variants whose waiting"
              + " blocks a thread, each of which is measured with all of them (default:"
              + " ${DEFAULT-VALUE}).")
  private String workers;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How often each cell is measured, 1 to 100 (default: ${DEFAULT-VALUE}). With one round"
              + " crossing points are a preview.")
  private int rounds;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "4s",
      converter = DurationConverter.class,
      description =
          "What the measured load of a cell should take, 1s to 10m (default: ${DEFAULT-VALUE}).")
  private Duration seconds;

  @Override
  public Integer call() throws Exception {
    SweepPlan asked = plan();
    Path path = options.folder();
    SweepPlan plan = options.plan(path, asked, SweepPlan.in(path), SweepPlan::settings);
    int mostUsers = plan.cells().stream().mapToInt(Cell::users).max().orElse(1);
    MeasurementContext context = options.take(plan.runs(), mostUsers, path);
    plan.write(path);
    context.progress().said(extent(plan));
    return options.measure(path, "sweep", new SweepExperiment(plan, path, context)::run);
  }

  private static String extent(SweepPlan plan) {
    int runs = plan.cells().stream().mapToInt(cell -> cell.variants().size()).sum();
    return "%d cells with %d runs in each of %d rounds; %d left out, with the reason on the page"
        .formatted(plan.cells().size(), runs, plan.runs().design().rounds(), plan.skipped().size());
  }

  private SweepPlan plan() throws IOException {
    List<Integer> numbers =
        parts("--users", users).stream()
            .map(part -> LoadSpec.USERS.check(number("--users", part)))
            .sorted()
            .toList();
    List<Integer> waits =
        parts("--delay", delays == null ? DELAYS : delays).stream()
            .map(this::delayMs)
            .sorted()
            .toList();
    List<String> pools = parts("--workers", workers);
    List<OptionalInt> threads = pools.stream().map(LoadSpec::workers).toList();
    SECONDS.check(seconds.toSeconds());
    Compared compared =
        options.compared(
            List.of("jersey-sync", "jersey-virtual", "jersey-async", "vertx-rest"),
            new WaitOptions());
    List<String> variants = withPools(compared, pools);
    List<Integer> asked = compared.isForeign() && delays == null ? List.of(0) : waits;
    ExperimentPlan runs =
        options.plan(
            compared,
            variants,
            ROUNDS.check(rounds),
            threads.getFirst(),
            LoadSpec.USUAL.delayMs(),
            seconds);
    LoadSpec load = runs.load();
    SweepCells grid =
        SweepCells.of(
            numbers,
            asked,
            variants,
            name -> Target.of(runs, name, false).bound(load),
            seconds,
            LONGEST_CELL);
    return new SweepPlan(SweepPlan.SCHEMA, numbers, asked, grid.cells(), grid.skipped(), runs);
  }

  /** A variant whose waiting holds workers is one for each pool. */
  private List<String> withPools(Compared compared, List<String> pools) {
    List<String> variants = new ArrayList<>();
    for (String name : compared.variants()) {
      if (pools.size() > 1 && compared.waitsInWorker(name)) {
        pools.forEach(pool -> variants.add(name + "@WORKERS=" + pool));
      } else {
        variants.add(name);
      }
    }
    return variants;
  }

  private List<String> parts(String option, String text) {
    try {
      return Grid.parts(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("%s: %s".formatted(option, e.getMessage()));
    }
  }

  private int number(String option, String part) {
    if (!part.matches("\\d{1,6}")) {
      throw new UsageException(
          "%s has '%s': it may be whole numbers, and ranges such as 16..1024x2"
              .formatted(option, part));
    }
    return Integer.parseInt(part);
  }

  private int delayMs(String part) {
    try {
      return LoadSpec.DELAY_MS.check(new DurationConverter().convert(part).toMillis());
    } catch (TypeConversionException e) {
      throw new UsageException("--delay: " + e.getMessage());
    }
  }
}
