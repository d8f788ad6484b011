package io.github.restcomparison.compare.cli;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.analysis.curves.Capacity;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.Experiment.Context;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compare capacity}: the highest rate at which each service meets an SLO. */
@Command(name = "capacity", mixinStandardHelpOptions = true)
final class CapacityCommand extends MeasuringCommand {
  private static final String VARIANTS = "jersey-sync,jersey-async,vertx-rest";
  private static final String MAX_RUNS_OF_STEP = "5";
  private static final int MAX_PER_SECOND = 1_000_000;
  private static final int START = 4_000;
  private static final int START_OF_UNKNOWN = 100;

  /** The share of the rate limit by the workers at which the search begins. */
  private static final double FIRST_SHARE = 0.9;

  @Option(names = "--max-rate", paramLabel = "RATE", defaultValue = "50000/s")
  private String maxRate;

  @Override
  public Integer call() throws Exception {
    CapacityPlan plan = plan(CapacityPlan.class, this::newPlan);
    if (isDry) {
      Map<String, ExperimentPlan> first = new LinkedHashMap<>();
      for (String variant : plan.runs().design().variants()) {
        double rate = start(plan, variant);
        first.put(
            "first %d/s of %s".formatted(Math.round(rate), variant), plan.step(variant, rate));
      }
      return dryRun(first);
    }
    try (Context context = openCurves(plan.runs(), users(plan, plan.mostRate()))) {
      plan.write(path);
      search(plan, context);
    }
    return curves(path);
  }

  CapacityPlan newPlan() throws IOException {
    int most = maxRate();
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign ->
                defaults(isForeign, VARIANTS, MAX_RUNS_OF_STEP, "10s")
                    .set("", Integer.toString(first(isForeign, most)), "load", "rate")
                    .set("", "p99<150ms,failures=0", "slo"));
    String slo = reader.settings().slo().orElseThrow().text();
    ExperimentPlan runs = reader.plan(reader.compared().names(), placement(), Optional.empty());
    double first = first(reader.isForeign(), most);
    int highest = highestRate(new CapacityPlan(slo, first, most, runs), most);
    return new CapacityPlan(slo, Math.min(first, highest), highest, runs);
  }

  /** Returns the maximum rate to try, requests per second. */
  private int maxRate() {
    int most = maxRate.matches("\\d{1,7}(/s)?") ? Integer.parseInt(maxRate.replace("/s", "")) : 0;
    refuseIf(
        most < 1 || most > MAX_PER_SECOND,
        "--max-rate %s: must be a rate between 1/s and %d/s",
        maxRate,
        MAX_PER_SECOND);
    return most;
  }

  private static int first(boolean isForeign, int most) {
    return Math.min(most, isForeign ? START_OF_UNKNOWN : START);
  }

  private static int users(CapacityPlan plan, double rate) {
    return plan.step(plan.runs().design().variants().getFirst(), rate).load().concurrency();
  }

  /**
   * Returns why a rate cannot be measured: connections, open files and local ports of this host are
   * limited, and records that are used once.
   */
  private static Optional<String> refusal(
      CapacityPlan plan, List<FeederRecords> feeders, int rate) {
    try {
      Load load = plan.step(plan.runs().design().variants().getFirst(), rate).load();
      boolean isHere = plan.runs().setup().cluster().isEmpty();
      return recordShortage(feeders, plan.runs(), load)
          .or(() -> isHere ? refusal(load) : Optional.empty());
    } catch (SettingException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Optional<String> refusal(Load load) {
    return Host.fileShortage(load.concurrency(), 2)
        .or(() -> LocalPorts.shortage(load.concurrency(), load.newConnectionsPerSecond()));
  }

  /**
   * Returns the maximum rate that this host can measure: a rate that fails for its files or ports,
   * or for records, would be no capacity of the service.
   */
  private int highestRate(CapacityPlan plan, int most) {
    List<FeederRecords> feeders = feeders(plan.runs());
    Optional<String> why = refusal(plan, feeders, most);
    if (why.isEmpty()) {
      return most;
    }
    int possible =
        IntStream.iterate(most, rate -> rate > 0, rate -> rate - Math.max(1, rate / 100))
            .filter(rate -> refusal(plan, feeders, rate).isEmpty())
            .findFirst()
            .orElse(0);
    int next = Math.min(most, possible + Math.max(1, possible / 50));
    String reason = refusal(plan, feeders, next).or(() -> why).get();
    if (possible < 1 || spec.commandLine().getParseResult().hasMatchedOption("--max-rate")) {
      throw new SettingException(
          "--max-rate %s: must be a rate between 1/s and %d/s on this host: %s"
              .formatted(maxRate, possible, reason));
    }
    progress().print("highest rate %d/s: %s".formatted(possible, reason));
    return possible;
  }

  /**
   * Tries one rate after the other until each variant has its result. The variants take turns, one
   * run each, so that a slow hour of the machine affects all alike. The whole state of the search
   * is in the records, so it resumes at the point of its interruption.
   */
  private void search(CapacityPlan plan, Context context) throws IOException, InterruptedException {
    boolean isSearching = true;
    while (isSearching) {
      isSearching = false;
      for (String variant : plan.runs().design().variants()) {
        isSearching |= measureNext(plan, variant, context);
      }
    }
  }

  /** Measures the next run of a variant; returns whether another one may follow. */
  private boolean measureNext(CapacityPlan plan, String variant, Context context)
      throws IOException, InterruptedException {
    Capacity capacity = Capacity.read(path, plan, variant, new ArrayList<>());
    OptionalDouble next = capacity.next(start(plan, variant));
    if (next.isEmpty()) {
      return false;
    }
    double rate = next.getAsDouble();
    return new Experiment(
                new CapacityPlan.Folder(path).step(variant, rate),
                plan.step(variant, rate),
                context)
            .measureSmallRound(1 + capacity.rounds(rate))
        || rate != start(plan, variant);
  }

  private static double start(CapacityPlan plan, String variant) {
    Load load = plan.runs().load();
    OptionalInt workers = Variant.workers(plan.runs().service(variant), load);
    double start =
        workers.isPresent() && load.delayMs() > 0
            ? Math.max(1, Math.rint(FIRST_SHARE * workers.getAsInt() * 1e3 / load.delayMs()))
            : plan.fromRate();
    return Math.min(start, plan.mostRate());
  }
}
