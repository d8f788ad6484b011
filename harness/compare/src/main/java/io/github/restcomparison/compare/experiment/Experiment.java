package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.compare.experiment.ExperimentTime.Part;
import io.github.restcomparison.compare.gatling.GatlingJvm;
import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.compare.gatling.RunExecutor.Ended;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.Beforehand;
import io.github.restcomparison.runner.settings.RunRequest.Conduct;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Rounds x variants. Each round measures each variant once, in a fresh service JVM by a fresh
 * Gatling JVM, in an order shuffled by the plan's seed. Each run leaves its record before the next
 * one begins. No run is repeated for what it showed: a round is repeated once if the host was
 * disturbed.
 */
public final class Experiment {
  private final ExperimentFolder folder;
  private final MeasurementContext context;
  private final Progress progress;
  private final ExperimentTime time;

  /**
   * Prepares an experiment; nothing happens yet.
   *
   * @param time of the experiment, or of all that it is a part of
   */
  public Experiment(ExperimentFolder folder, MeasurementContext context, ExperimentTime time) {
    this.folder = folder;
    this.context = context;
    this.progress = context.progress();
    this.time = time;
  }

  /**
   * Measures what is still to be measured, until the {@link StoppingRule} ends it.
   *
   * @param asked the plan; a plan that the folder already has is continued
   * @param calibrates whether to measure first what the load generator can do
   * @throws ExperimentStopped if a run could not be measured; earlier runs are kept
   */
  public void run(ExperimentPlan asked, boolean calibrates)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentPlan plan = begin(asked, calibrates);
    List<PlannedRun> before = folder.unfinished(Schedule.all(plan));
    boolean isOver = false;
    for (int round = 1; !isOver; round++) {
      measureRound(plan, round);
      isOver = isOverAfter(plan, round);
    }
    if (folder.unfinished(before).size() == before.size()) {
      progress.said("nothing was left to be measured");
    }
  }

  /**
   * Measures what is still to be measured of one round of a small experiment, and writes the page.
   *
   * @param path of its folder; an experiment that it already has is continued
   * @param time of all small experiments together
   */
  public static void measureRound(
      Path path, ExperimentPlan plan, int round, MeasurementContext context, ExperimentTime time)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentFolder folder = ExperimentFolder.open(path, Files.exists(path.resolve("plan.json")));
    new Experiment(folder, context, time).measureRound(folder.planned(plan), round);
    context.page().write();
    time.book(Part.PAGES);
  }

  /** Writes the plan if the folder has none, and calibrates before the first round. */
  private ExperimentPlan begin(ExperimentPlan asked, boolean calibrates)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentPlan plan = folder.planned(asked);
    List<PlannedRun> all = Schedule.all(plan);
    boolean isNew = folder.unfinished(all).size() == all.size();
    boolean calibratesNow = calibrates && isNew && plan.generatorCapacity().isEmpty();
    Duration before = calibratesNow ? Calibration.EXPECTED : Duration.ZERO;
    time.expect(before.plus(ExperimentTime.expected(plan, all)), plan.design().timeLimitMs());
    if (isNew) {
      Duration round = ExperimentTime.expected(plan, Schedule.round(plan, 1, 1));
      new StoppingRule(plan.design()).warning(before, round).ifPresent(progress::said);
    }
    if (calibratesNow) {
      Path own = folder.path().resolve("calibration");
      plan = plan.calibrated(new Calibration(context, time).capacity(plan, own));
      folder.write(plan);
      time.book(Part.CALIBRATION);
    }
    return plan;
  }

  private void measureRound(ExperimentPlan plan, int round)
      throws IOException, InterruptedException, ExperimentStopped {
    List<PlannedRun> runs = Schedule.round(plan, round, 1);
    measure(plan, runs);
    if (!context.allowConcurrent() && folder.isDisturbed(runs) && isTimeFor(plan, runs)) {
      progress.said("round %d: repeated once (host disturbed)".formatted(round));
      measure(plan, Schedule.round(plan, round, 2));
    }
  }

  private boolean isTimeFor(ExperimentPlan plan, List<PlannedRun> runs) {
    Duration next = time.likely(ExperimentTime.expected(plan, runs));
    return new StoppingRule(plan.design()).isTimeFor(time.used(), next);
  }

  private void measure(ExperimentPlan plan, List<PlannedRun> runs)
      throws IOException, InterruptedException, ExperimentStopped {
    List<PlannedRun> toDo = folder.unfinished(runs);
    if (runs.getFirst().runId().attempt() == 1) {
      List<PlannedRun> done = runs.stream().filter(run -> !toDo.contains(run)).toList();
      time.skip(ExperimentTime.expected(plan, done));
    }
    if (toDo.isEmpty()) {
      return;
    }
    OptionalDouble pressure = OptionalDouble.empty();
    if (context.host() != null) {
      Duration expected = time.likely(ExperimentTime.expected(plan, toDo));
      pressure = context.host().untilQuiet(expected, progress::said);
      time.book(Part.HOST_CHECK);
    }
    for (PlannedRun run : toDo) {
      measure(plan, run, pressure);
    }
  }

  private void measure(ExperimentPlan plan, PlannedRun run, OptionalDouble pressure)
      throws IOException, InterruptedException, ExperimentStopped {
    folder.setAside(run.folder());
    time.begin(ExperimentTime.expected(plan, List.of(run)), run.runId().attempt() > 1);
    progress.began(
        "round %d of %d, %s"
            .formatted(run.runId().round(), plan.design().rounds(), run.target().name()),
        time::left);
    RunFolder own = folder.run(run.folder());
    RunRequest request =
        new RunRequest(
            run.target(),
            plan.load(),
            new RunPlace(own.path().resolve("gatling"), folder.path(), plan.session(), run.runId()),
            context.placement(),
            plan.setup().runtime(),
            Optional.empty(),
            new Beforehand(plan.generatorCapacity(), pressure),
            new Conduct(true, true, plan.memory()));
    Ended ended = context.executor().run(request, own.path(), progress::live);
    RunRecord record = record(run, own, ended);
    time.end(record, own);
    progress.ended(record);
  }

  private RunRecord record(PlannedRun run, RunFolder own, Ended ended)
      throws IOException, ExperimentStopped {
    boolean over =
        ended.exitCode() == RunExecutor.DONE || ended.exitCode() == RunExecutor.SERVICE_FAILED;
    Optional<RunRecord> record = over ? folder.finished(run.folder()) : Optional.empty();
    if (record.isPresent()) {
      return record.get();
    }
    throw new ExperimentStopped(
        ended.lastSaid().isEmpty()
            ? "Gatling ended with exit code %d: see %s"
                .formatted(ended.exitCode(), own.path().resolve(GatlingJvm.LOG))
            : ended.lastSaid());
  }

  /** A round that an interruption left half done is completed before anything is decided. */
  private boolean isOverAfter(ExperimentPlan plan, int round) throws IOException {
    List<PlannedRun> next = Schedule.round(plan, round + 1, 1);
    if (folder.unfinished(next).size() < next.size()) {
      return false;
    }
    Optional<Comparison> known = context.page().write();
    time.book(Part.PAGES);
    known.ifPresent(all -> progress.roundEnded(round, plan.design().rounds(), all));
    Duration expected = time.likely(ExperimentTime.expected(plan, next));
    Optional<String> over =
        new StoppingRule(plan.design()).after(round, known, time.used(), expected);
    over.ifPresent(why -> progress.said("over after round %d: %s".formatted(round, why)));
    return over.isPresent();
  }
}
