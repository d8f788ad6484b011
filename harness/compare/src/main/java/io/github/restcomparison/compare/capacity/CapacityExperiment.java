package io.github.restcomparison.compare.capacity;

import io.github.restcomparison.analysis.curves.CapacitySearch;
import io.github.restcomparison.analysis.curves.CapacitySearch.Step;
import io.github.restcomparison.analysis.curves.CapacitySearch.Verdict;
import io.github.restcomparison.analysis.curves.CapacityStep;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.ExperimentStopped;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Finds the highest constant rate at which each variant keeps a promise. The variants take turns,
 * one rate each, so that an hour in which the machine is slow hits all alike. Nothing is remembered
 * but the records: a search that was interrupted goes on where it was.
 */
public final class CapacityExperiment {
  /** Of the rate that threads allow, the share at which the search begins. */
  private static final double BELOW_THE_BOUND = 0.9;

  private final CapacityPlan plan;
  private final CapacityPlan.Folder folder;
  private final Slo slo;
  private final MeasurementContext context;

  /** Only the answers tell how many rates there will be: nothing is counted down. */
  private final ExperimentTime time;

  /** Prepares one; nothing happens yet. */
  public CapacityExperiment(CapacityPlan plan, Path folder, MeasurementContext context)
      throws IOException {
    this.plan = plan;
    this.folder = new CapacityPlan.Folder(folder);
    this.slo = Slo.of(plan.slo());
    this.context = context;
    this.time = new ExperimentTime(folder);
  }

  /**
   * Tries one rate after the other until each variant has its answer.
   *
   * @throws ExperimentStopped where a run could not be measured at all: what went before is kept
   */
  public void run() throws IOException, InterruptedException, ExperimentStopped {
    boolean searching = true;
    while (searching) {
      searching = false;
      for (String variant : plan.runs().design().variants()) {
        OptionalDouble rate = search(variant).next(steps(variant));
        if (rate.isPresent()) {
          tryOut(variant, rate.getAsDouble());
          searching = true;
        }
      }
    }
  }

  private CapacitySearch search(String variant) {
    LoadSpec load = plan.runs().load();
    OptionalInt threads = Target.of(plan.runs(), variant, false).bound(load);
    double start =
        threads.isPresent() && load.delayMs() > 0
            ? Math.max(1, Math.rint(BELOW_THE_BOUND * threads.getAsInt() * 1e3 / load.delayMs()))
            : plan.fromRate();
    return new CapacitySearch(Math.min(start, plan.mostRate()), plan.precision(), plan.mostRate());
  }

  /** A step that was begun and not finished is undecided: it is left out, and so gone on with. */
  private List<Step> steps(String variant) throws IOException {
    List<Step> steps = new ArrayList<>();
    for (double rate : folder.rates(variant)) {
      CapacityStep step = step(variant, rate);
      if (step.verdict() != Verdict.UNDECIDED
          || rounds(variant, rate) >= plan.runs().design().rounds()) {
        steps.add(new Step(rate, step.verdict()));
      }
    }
    return steps;
  }

  private void tryOut(String variant, double rate)
      throws IOException, InterruptedException, ExperimentStopped {
    for (int round = 1; round <= plan.runs().design().rounds(); round++) {
      if (step(variant, rate).verdict() != Verdict.UNDECIDED) {
        return;
      }
      Experiment.measureRound(
          folder.step(variant, rate), plan.step(variant, rate), round, context, time);
    }
  }

  private CapacityStep step(String variant, double rate) throws IOException {
    List<RunRecord> records = new ArrayList<>();
    for (RunFolder run : folder.runs(variant, rate)) {
      records.add(run.readRecord());
    }
    return new CapacityStep(slo, records);
  }

  private long rounds(String variant, double rate) throws IOException {
    return step(variant, rate).runs().stream().mapToInt(RunRecord::round).distinct().count();
  }
}
