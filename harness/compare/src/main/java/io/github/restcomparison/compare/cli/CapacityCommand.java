package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.capacity.CapacityExperiment;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare capacity}: the highest rate at which each service meets an SLO. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the highest constant rate at which each variant meets an SLO, by bracketing and"
          + " bisecting. Latencies count from when each request was due. A rate counts if two runs"
          + " agree; the answer is an interval.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  ./compare capacity --slo \"p99<150ms,failures=0\" --variants jersey-sync,vertx-rest"
    })
final class CapacityCommand implements Callable<Integer> {
  private static final String MOST_RUNS_OF_A_STEP = "5";
  private static final int MOST_PER_SECOND = 1_000_000;
  private static final int START = 4_000;
  private static final int START_OF_UNKNOWN = 100;
  private static final double PRECISION = 0.02;

  @Spec private CommandSpec spec;
  @Mixin private Options.Compared compared;
  @Mixin private Options.Request request;
  @Mixin private Options.Waiting waiting;
  @Mixin private Options.WarmUp warmUp;
  @Mixin private Options.Length length;
  @Mixin private Options.Objective objective;
  @Mixin private Options.Connections connections;
  @Mixin private Measuring measuring;

  @Option(
      names = "--max-rate",
      paramLabel = "RATE",
      defaultValue = "50000",
      description = "The highest rate to try, requests/s (default: ${DEFAULT-VALUE}).")
  private int most;

  @Override
  public Integer call() throws Exception {
    Path path = measuring.folder(CapacityPlan.FILE);
    CapacityPlan plan = measuring.isResumed() ? CapacityPlan.in(path).orElseThrow() : plan();
    return measuring.measure(
        plan.runs(),
        plan.runs().load().users(),
        path,
        context -> {
          plan.write(path);
          new CapacityExperiment(plan, path, context).run();
        });
  }

  private CapacityPlan plan() throws IOException {
    if (most < 1 || most > MOST_PER_SECOND) {
      throw new UsageException(
          "--max-rate %d: must be between 1 and %d".formatted(most, MOST_PER_SECOND));
    }
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign ->
                MemoryCommand.usual(
                        isForeign,
                        "jersey-sync,jersey-async,vertx-rest",
                        MOST_RUNS_OF_A_STEP,
                        "10s")
                    .set("", Integer.toString(first(isForeign)), "load", "rate")
                    .set("", "p99<150ms,failures=0", "slo"));
    String slo = reader.slo().orElseThrow();
    try {
      Slo.of(slo);
    } catch (IllegalArgumentException e) {
      throw new UsageException("%s: must be %s".formatted(reader.typed("/slo"), Slo.TERMS));
    }
    ExperimentPlan runs =
        reader.plan(reader.compared(), measuring.host().placement(), Optional.empty());
    return new CapacityPlan(
        CapacityPlan.SCHEMA,
        slo,
        PRECISION,
        first(reader.isForeign()),
        most,
        reader.loadSettings().pool(),
        runs);
  }

  private int first(boolean isForeign) {
    return Math.min(most, isForeign ? START_OF_UNKNOWN : START);
  }
}
