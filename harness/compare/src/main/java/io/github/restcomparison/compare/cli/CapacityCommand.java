package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.capacity.CapacityExperiment;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.ArrivalOptions;
import io.github.restcomparison.compare.options.MeasurementOptions;
import io.github.restcomparison.compare.options.MeasurementOptions.Compared;
import io.github.restcomparison.compare.options.WaitOptions;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code compare capacity}: the highest rate at which each service keeps a promise. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the highest constant rate at which each variant keeps a promise, by bracketing and"
          + " bisecting. Requests come by a schedule, whatever the service does; latencies count"
          + " from when each was due. A rate counts where two runs agree; the answer is an"
          + " interval.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  ./compare capacity --slo \"p99<150ms,failures=0\" --variants jersey-sync,vertx-rest"
    })
final class CapacityCommand implements Callable<Integer> {
  private static final int MOST_RUNS_OF_A_STEP = 5;
  private static final int MOST_PER_SECOND = 1_000_000;
  private static final Duration STEP = Duration.ofSeconds(10);
  private static final String SLO = "p99<150ms,failures=0";
  private static final int START = 4_000;
  private static final double PRECISION = 0.02;
  private static final int START_OF_UNKNOWN = 100;

  @Mixin private MeasurementOptions options;
  @Mixin private WaitOptions wait;
  @Mixin private ArrivalOptions arrivals;

  @Option(
      names = "--slo",
      paramLabel = "TERMS",
      description =
          "What a rate must keep: p50, p99, p99.9 or max below a time, failures=0 or below a share,"
              + " separated by commas (default: that of --file, else p99<150ms,failures=0).")
  private String slo;

  @Option(
      names = "--max-rate",
      paramLabel = "RATE",
      defaultValue = "50000",
      description = "The highest rate to try, requests/s (default: ${DEFAULT-VALUE}).")
  private int most;

  @Override
  public Integer call() throws Exception {
    CapacityPlan asked = plan();
    Path path = options.folder();
    CapacityPlan plan = options.plan(path, asked, CapacityPlan.in(path), CapacityPlan::settings);
    MeasurementContext context = options.take(plan.runs(), plan.runs().load().users(), path);
    plan.write(path);
    return options.measure(
        path,
        "capacity --slo \"%s\"".formatted(plan.slo()),
        new CapacityExperiment(plan, path, context)::run);
  }

  private CapacityPlan plan() throws IOException {
    Compared compared =
        options.compared(List.of("jersey-sync", "jersey-async", "vertx-rest"), wait);
    String promise = slo == null ? compared.slo().orElse(SLO) : slo;
    try {
      Slo.of(promise);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--slo is '%s': it may be %s".formatted(promise, Slo.TERMS));
    }
    int fromRate = compared.isForeign() ? START_OF_UNKNOWN : START;
    int mostRate = new Range("max-rate", fromRate, MOST_PER_SECOND).check(most);
    LoadSpec usual = LoadSpec.USUAL;
    int delayMs = wait.delayMs(compared.isForeign() ? 0 : usual.delayMs());
    List<String> variants = compared.variants();
    ExperimentPlan runs =
        options.plan(
            compared, variants, MOST_RUNS_OF_A_STEP, wait.workers(usual.workers()), delayMs, STEP);
    LoadSpec first = runs.load().by(arrivals.schedule(Integer.toString(fromRate), STEP, delayMs));
    return new CapacityPlan(
        CapacityPlan.SCHEMA,
        promise,
        PRECISION,
        fromRate,
        mostRate,
        arrivals.connections(),
        runs.of(variants, first));
  }
}
