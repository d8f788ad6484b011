package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.compare.capacity.CapacityExperiment;
import io.github.restcomparison.compare.options.DurationConverter;
import io.github.restcomparison.compare.options.MeasurementOptions;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compare capacity}: the highest rate at which each service keeps a promise. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the highest constant rate at which each variant keeps a promise, by bracketing and"
          + " bisecting. Requests come by a schedule, whatever the service does; latencies count from"
          + " when each was due. A rate counts where two runs agree; the answer is an interval.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  ./compare capacity --slo \"p99<150ms,failures=0\" --variants jersey-sync,vertx-rest"
    })
final class CapacityCommand implements Callable<Integer> {
  private static final int MOST_RUNS_OF_A_STEP = 5;

  @Spec private CommandSpec spec;
  @Mixin private MeasurementOptions options;

  @Option(
      names = "--slo",
      paramLabel = "TERMS",
      defaultValue = "p99<150ms,failures=0",
      description =
          "What a rate must keep: p50, p99, p99.9 or max below a time, failures=0 or below a share,"
              + " separated by commas (default: ${DEFAULT-VALUE}).")
  private String slo;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      defaultValue = "100ms",
      converter = DurationConverter.class,
      description = "The wait of one request, 0ms to 10m (default: ${DEFAULT-VALUE}).")
  private Duration delay;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Threads that may block at once, 1 to 20000, or virtual (default: ${DEFAULT-VALUE}).")
  private String workers;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = "How long requests come at each rate (default: ${DEFAULT-VALUE}).")
  private Duration duration;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      defaultValue = "2",
      description =
          "By how much the ends of an answer may differ, 0.1 to 50 %% (default: ${DEFAULT-VALUE}).")
  private double precision;

  @Option(
      names = "--start-rate",
      paramLabel = "RATE",
      defaultValue = "4000",
      description =
          "The first rate to try where no pool of threads says better, requests/s (default:"
              + " ${DEFAULT-VALUE}).")
  private int from;

  @Option(
      names = "--max-rate",
      paramLabel = "RATE",
      defaultValue = "50000",
      description = "The highest rate to try, requests/s (default: ${DEFAULT-VALUE}).")
  private int most;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Connections that the callers share, 1 to 20000 (default: at each rate twice as many as are"
              + " busy while every answer takes the delay, and ten).")
  private Integer connections;

  @Option(
      names = "--new-connections",
      description = "Each request opens a connection of its own and closes it.")
  private boolean newConnections;

  @Override
  public Integer call() throws Exception {
    CapacityPlan asked = plan();
    Path path = options.folder();
    CapacityPlan plan =
        options.begun(path, asked, CapacityPlan.in(path), CapacityPlan::settings).orElse(asked);
    options.unlessReady(plan.runs().users());
    plan.write(path);
    options.measure(
        path,
        "capacity --slo \"%s\"".formatted(plan.slo()),
        context -> new CapacityExperiment(plan, path, context).run(),
        () -> Report.writeCurves(path));
    return options.print(path, Report.writeCurves(path).orElseThrow());
  }

  private CapacityPlan plan() {
    try {
      Slo.of(slo);
    } catch (IllegalArgumentException e) {
      throw refusal("--slo is '%s': it may be %s".formatted(slo, Slo.TERMS));
    }
    if (!(precision >= 0.1 && precision <= 50)) {
      throw refusal("--precision is %s: it may be 0.1 to 50 %%".formatted(precision));
    }
    int fromRate = options.within("--start-rate", from, 1, 1_000_000);
    int mostRate = options.within("--max-rate", most, fromRate, 1_000_000);
    int seconds = options.within("--duration in seconds", (int) duration.toSeconds(), 2, 3_600);
    int delayMs = options.within("--delay in ms", (int) delay.toMillis(), 0, 600_000);
    OptionalInt pool =
        connections == null
            ? OptionalInt.empty()
            : OptionalInt.of(
                options.within("--connections", connections, 1, OpenModel.MOST_CONNECTIONS));
    OpenModel first =
        OpenModel.of(
            Integer.toString(fromRate), seconds, pool, newConnections, Duration.ofMillis(delayMs));
    List<String> variants = options.variants(List.of("jersey-sync", "jersey-async", "vertx-rest"));
    ExperimentPlan runs =
        options.plan(variants, MOST_RUNS_OF_A_STEP, options.workers(workers)).with(1, 0, delayMs);
    return new CapacityPlan(
        CapacityPlan.SCHEMA, slo, precision / 100, fromRate, mostRate, pool, runs.at(first));
  }

  private ParameterException refusal(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
