package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.experiment.TimeSpent.Part;
import io.github.restcomparison.compare.gatling.GatlingJvm;
import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.compare.gatling.RunExecutor.Ended;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Rounds x variants. In every round each variant is measured once, in a fresh service JVM by a
 * fresh Gatling JVM, in an order shuffled by the plan's seed; each run leaves its record before the
 * next one begins. When it is over, the {@link StoppingRule} says. Nothing is repeated for what it
 * showed: only for a host that was disturbed, the whole round, once, or what was disturbed of it.
 */
public final class Experiment {
  private static final double QUIET = 0.05;
  private static final int LOOKS = 6;

  private final ExperimentFolder folder;
  private final MeasurementContext context;
  private final Progress progress;
  private final Optional<Calibration> calibration;
  private TimeLeft timeLeft;
  private TimeAccount account;

  /**
   * Prepares an experiment; nothing happens yet.
   *
   * @param calibration finds out first what the load generator itself can do; absent where nobody
   *     is to
   */
  public Experiment(
      ExperimentFolder folder, MeasurementContext context, Optional<Calibration> calibration) {
    this(folder, context, calibration, null);
  }

  /** One of several that take turns, and count down together. */
  Experiment(
      ExperimentFolder folder,
      MeasurementContext context,
      Optional<Calibration> calibration,
      TimeLeft timeLeft) {
    this.timeLeft = timeLeft;
    this.folder = folder;
    this.context = context;
    this.progress = context.progress();
    this.calibration = calibration;
  }

  /**
   * Measures all that is still to be measured, until it is over.
   *
   * @param asked the plan; where the folder holds it already, the experiment goes on
   * @throws ExperimentStopped where a run could not be measured at all: what went before is kept
   */
  public void run(ExperimentPlan asked)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentPlan plan = begin(asked);
    List<PlannedRun> before = folder.unfinished(Schedule.all(plan));
    RoundEnd end = new RoundEnd(folder, plan, context);
    boolean isOver = false;
    for (int round = 1; !isOver; round++) {
      round(plan, round);
      isOver = end.isOver(round, account.used(), timeLeft.likely(ofARound(plan)));
      account.was(Part.PAGES);
    }
    if (folder.unfinished(before).size() == before.size()) {
      progress.said("nothing was left to be measured");
    }
  }

  private static Duration ofARound(ExperimentPlan plan) {
    return ExpectedTime.of(plan, Schedule.round(plan, 1, 1));
  }

  /**
   * Writes the plan, where the folder does not hold it already, and calibrates the load generator.
   *
   * @return the plan as it is from now on
   */
  ExperimentPlan begin(ExperimentPlan asked)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentPlan plan = folder.planned(asked);
    account = TimeAccount.of(folder.path());
    boolean begun = folder.unfinished(Schedule.all(plan)).size() < plan.design().runs();
    boolean calibrates = !begun && calibration.isPresent() && plan.generatorCapacity().isEmpty();
    Duration before = calibrates ? Calibration.ABOUT : Duration.ZERO;
    if (timeLeft == null) {
      timeLeft = new TimeLeft(before.plus(ExpectedTime.of(plan)), timeLimit(plan));
    }
    if (begun) {
      return plan;
    }
    new StoppingRule(plan.design()).warning(before, ofARound(plan)).ifPresent(progress::said);
    return calibrates ? calibrated(plan, calibration.get()) : plan;
  }

  /** What is left of the time that it may take. */
  private Optional<Duration> timeLimit(ExperimentPlan plan) {
    return plan.design().timeLimitMs().stream()
        .mapToObj(Duration::ofMillis)
        .map(limit -> limit.minus(account.used()))
        .findFirst();
  }

  /** Measures what of one round is still to be measured. */
  void round(ExperimentPlan plan, int round)
      throws IOException, InterruptedException, ExperimentStopped {
    Optional<Integer> retries = context.retries();
    List<PlannedRun> runs = Schedule.round(plan, round, 1);
    measure(plan, runs);
    for (int attempt = 2; attempt <= 1 + retries.orElse(1); attempt++) {
      List<PlannedRun> disturbed = folder.disturbed(runs);
      if (disturbed.isEmpty() || !isTimeFor(plan, retries.isEmpty() ? runs : disturbed)) {
        break;
      }
      runs =
          retries.isEmpty() ? Schedule.round(plan, round, 2) : Schedule.again(disturbed, attempt);
      progress.said(
          "round %d: the host was disturbed; %s"
              .formatted(
                  round,
                  retries.isEmpty()
                      ? "it is repeated once"
                      : "%d of its runs are measured again".formatted(runs.size())));
      measure(plan, runs);
    }
  }

  private ExperimentPlan calibrated(ExperimentPlan plan, Calibration generator)
      throws IOException, InterruptedException, ExperimentStopped {
    double capacity =
        generator.capacity(
            plan.session(), plan.load(), folder.path().resolve("calibration"), timeLeft);
    ExperimentPlan calibrated = plan.calibrated(capacity);
    folder.write(calibrated);
    account.was(Part.CALIBRATION);
    return calibrated;
  }

  private boolean isTimeFor(ExperimentPlan plan, List<PlannedRun> runs) {
    Duration next = timeLeft.likely(ExpectedTime.of(plan, runs));
    return new StoppingRule(plan.design()).isTimeFor(account.used(), next);
  }

  private void measure(ExperimentPlan plan, List<PlannedRun> round)
      throws IOException, InterruptedException, ExperimentStopped {
    List<PlannedRun> toDo = folder.unfinished(round);
    timeLeft.skips(
        ExpectedTime.of(
            plan,
            round.stream()
                .filter(run -> run.runId().attempt() == 1 && !toDo.contains(run))
                .toList()));
    if (toDo.isEmpty()) {
      return;
    }
    OptionalDouble pressure = untilQuiet();
    account.was(Part.HOST_CHECK);
    for (PlannedRun run : toDo) {
      measure(plan, run, pressure);
    }
  }

  private RunRecord measured(ExperimentPlan plan, PlannedRun run, OptionalDouble pressure)
      throws IOException, InterruptedException, ExperimentStopped {
    Ended ended =
        context
            .executor()
            .run(
                run.request(plan, folder.path(), context, pressure),
                folder.run(run.folder()).path(),
                progress::live);
    return record(run, ended);
  }

  private void measure(ExperimentPlan plan, PlannedRun run, OptionalDouble pressure)
      throws IOException, InterruptedException, ExperimentStopped {
    folder.setAside(run.folder());
    began(plan, List.of(run), run.target().name());
    RunRecord record = measured(plan, run, pressure);
    account.ran(record, folder.run(run.folder()));
    timeLeft.ended();
    progress.ended(record);
  }

  private void began(ExperimentPlan plan, List<PlannedRun> runs, String what) {
    Duration expected = ExpectedTime.of(plan, runs);
    if (runs.getFirst().runId().attempt() > 1) {
      timeLeft.repeats(expected);
    } else {
      timeLeft.begins(expected);
    }
    int round = runs.getFirst().runId().round();
    progress.began("round %d of %d, %s".formatted(round, plan.design().rounds(), what), timeLeft);
    account.begins();
  }

  /** A host that is busy with something else is waited for, a little; then it is measured as is. */
  private OptionalDouble untilQuiet() throws InterruptedException {
    OptionalDouble pressure = context.host().sample();
    for (int look = 1; look < LOOKS && pressure.orElse(0) > QUIET; look++) {
      progress.said(
          "the host is busy: tasks waited for a CPU in %.0f %% of the time; waiting"
              .formatted(100 * pressure.getAsDouble()));
      pressure = context.host().sample();
    }
    return pressure;
  }

  private RunRecord record(PlannedRun run, Ended ended) throws IOException, ExperimentStopped {
    boolean over =
        ended.exitCode() == RunExecutor.DONE || ended.exitCode() == RunExecutor.SERVICE_FAILED;
    Optional<RunRecord> record = over ? folder.finished(run.folder()) : Optional.empty();
    if (record.isEmpty()) {
      throw new ExperimentStopped(
          ended.lastSaid().isEmpty()
              ? "Gatling ended with exit code %d: see %s"
                  .formatted(
                      ended.exitCode(), folder.run(run.folder()).path().resolve(GatlingJvm.LOG))
              : ended.lastSaid());
    }
    return record.get();
  }
}
