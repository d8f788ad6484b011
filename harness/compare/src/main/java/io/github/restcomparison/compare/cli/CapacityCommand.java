package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.curves.CapacitySearch;
import io.github.restcomparison.analysis.curves.CapacitySearch.Verdict;
import io.github.restcomparison.analysis.curves.CapacityStep;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.Experiment.Context;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
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
  private static final String VARIANTS = "jersey-sync,jersey-async,vertx-rest";
  private static final String MOST_RUNS_OF_A_STEP = "5";
  private static final int MOST_PER_SECOND = 1_000_000;
  private static final int START = 4_000;
  private static final int START_OF_UNKNOWN = 100;
  private static final double PRECISION = 0.02;

  @Spec private CommandSpec spec;
  @Mixin private Measuring measuring;

  @Option(names = "--max-rate", paramLabel = "RATE", defaultValue = "50000")
  private int most;

  @Override
  public Integer call() throws Exception {
    CapacityPlan plan = measuring.plan(CapacityPlan.FILE, CapacityPlan::in, this::plan);
    Path path = measuring.path();
    return measuring.measureCurves(
        plan.runs(),
        users(plan, plan.mostRate()),
        context -> {
          plan.write(path);
          ExperimentTime time = new ExperimentTime(path, OptionalLong.empty());
          new Search(plan, new CapacityPlan.Folder(path), context, time).run();
        });
  }

  private CapacityPlan plan() throws IOException {
    if (most < 1 || most > MOST_PER_SECOND) {
      throw new SettingException(
          "--max-rate %d: must be between 1 and %d".formatted(most, MOST_PER_SECOND));
    }
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign ->
                Measuring.defaults(isForeign, VARIANTS, MOST_RUNS_OF_A_STEP, "10s")
                    .set("", Integer.toString(first(isForeign)), "load", "rate")
                    .set("", "p99<150ms,failures=0", "slo"));
    String slo = reader.settings().slo().orElseThrow().text();
    ExperimentPlan runs = reader.plan(reader.compared(), measuring.placement(), Optional.empty());
    OptionalInt pool = reader.settings().load().pool();
    double first = first(reader.isForeign());
    CapacityPlan asked = new CapacityPlan(slo, PRECISION, first, most, pool, runs);
    int highest = highestRate(asked);
    return new CapacityPlan(slo, PRECISION, Math.min(first, highest), highest, pool, runs);
  }

  private int first(boolean isForeign) {
    return Math.min(most, isForeign ? START_OF_UNKNOWN : START);
  }

  private static int users(CapacityPlan plan, double rate) {
    return plan.step(plan.runs().design().variants().getFirst(), rate).load().users();
  }

  /** Why this host cannot send requests at a rate: connections and open files are limited. */
  private static Optional<String> refusal(CapacityPlan plan, int rate) {
    try {
      return plan.runs().setup().cluster().isPresent()
          ? Optional.empty()
          : Host.tooFewFiles(users(plan, rate), 2);
    } catch (SettingException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** A rate that fails for the files of this host would be a limit of the host, not a capacity. */
  private int highestRate(CapacityPlan plan) {
    int possible = most;
    while (possible > 0 && refusal(plan, possible).isPresent()) {
      possible -= Math.max(1, possible / 100);
    }
    if (possible < most) {
      String why = refusal(plan, most).orElseThrow();
      if (possible < 1 || spec.commandLine().getParseResult().hasMatchedOption("--max-rate")) {
        throw new SettingException(
            "--max-rate %d: must be between 1 and %d on this host: %s"
                .formatted(most, possible, why));
      }
      measuring.progress().said("highest rate %d/s: %s".formatted(possible, why));
    }
    return possible;
  }

  /**
   * The search. The variants take turns, one run each, so that a slow hour of the machine affects
   * all alike. All that it knows is in the records, so it resumes where it was interrupted.
   */
  private record Search(
      CapacityPlan plan, CapacityPlan.Folder folder, Context context, ExperimentTime time) {
    /** The search begins at this share of the rate that the workers allow. */
    private static final double FIRST_SHARE = 0.9;

    /** Tries one rate after the other until each variant has its answer. */
    void run() throws IOException, InterruptedException {
      boolean isSearching = true;
      while (isSearching) {
        isSearching = false;
        for (String variant : plan.runs().design().variants()) {
          isSearching |= measureNext(variant);
        }
      }
    }

    /** Measures the next run of a variant; returns whether one was missing. */
    private boolean measureNext(String variant) throws IOException, InterruptedException {
      Map<Double, Verdict> tried = new TreeMap<>();
      Map<Double, Integer> rounds = new TreeMap<>();
      for (double rate : folder.rates(variant)) {
        List<RunRecord> runs = new ArrayList<>();
        for (RunFolder run : folder.runs(variant, rate)) {
          runs.add(run.readRecord());
        }
        runs.removeIf(run -> run.status() == Status.ABORTED);
        Verdict verdict = new CapacityStep(rate, Slo.of(plan.slo()), runs).verdict();
        rounds.put(rate, runs.stream().mapToInt(RunRecord::round).max().orElse(0));
        if (verdict != Verdict.UNDECIDED || rounds.get(rate) >= plan.runs().design().rounds()) {
          tried.put(rate, verdict);
        }
      }
      OptionalDouble next = search(variant).next(tried);
      if (next.isPresent()) {
        double rate = next.getAsDouble();
        new Experiment(folder.step(variant, rate), plan.step(variant, rate), context, time)
            .measureSmallRound(1 + rounds.getOrDefault(rate, 0));
      }
      return next.isPresent();
    }

    private CapacitySearch search(String variant) {
      LoadSpec load = plan.runs().load();
      OptionalInt workers = Target.of(plan.runs(), variant, false).bound(load);
      double start =
          workers.isPresent() && load.delayMs() > 0
              ? Math.max(1, Math.rint(FIRST_SHARE * workers.getAsInt() * 1e3 / load.delayMs()))
              : plan.fromRate();
      return new CapacitySearch(
          Math.min(start, plan.mostRate()), plan.precision(), plan.mostRate());
    }
  }
}
