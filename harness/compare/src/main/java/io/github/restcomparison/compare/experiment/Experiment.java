package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.figures.GeneratorGate;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rounds x variants. Each round measures each variant once, in a fresh service JVM by a fresh
 * Gatling JVM, in an order shuffled by the plan's seed. Each run writes its record before the next
 * one begins. No run is repeated because of its result: a round is repeated once if the host was
 * disturbed.
 */
public final class Experiment {
  /** The reason for the end after a round in which every service failed before its load. */
  public static final String NO_SERVICE = "no service could be measured";

  private final Path path;
  private final Context context;
  private final Progress progress;
  private final ExperimentTime time;
  private ExperimentPlan plan;
  private boolean hasMeasured;
  private boolean isProfiled;

  /**
   * The environment that experiments are measured with.
   *
   * @param executor measures a run
   * @param time of the experiment, or of the command that it is a part of
   * @param page is written after each round
   * @param allowConcurrent whether another measurement may run on this host: then no round waits
   *     for a quiet host, or is repeated
   * @param atExit prints how to continue if this process is ended before
   */
  public record Context(
      Placement placement,
      Executor executor,
      Progress progress,
      ExperimentTime time,
      PageWriter page,
      boolean allowConcurrent,
      Interruption atExit)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        executor.close();
      } finally {
        atExit.close();
      }
    }
  }

  /** Measures runs, here or in a cluster; each leaves its record. */
  public interface Executor extends AutoCloseable {
    /**
     * Measures a run.
     *
     * @param folder of the run, with {@link RunRequest#FILE} in it: gets the record
     * @param live receives the progress of the load once a second, if it is known
     * @return if the run wrote no record: why, in one line
     * @throws IOException if nothing can be started, or a file cannot be written
     * @throws InterruptedException after everything has ended, if this thread was interrupted or
     *     this process is ending
     */
    String run(RunRequest request, Path folder, Consumer<String> live)
        throws IOException, InterruptedException;

    /** Removes what all runs had in common; usually nothing. */
    @Override
    default void close() {}
  }

  /** The page that is written after each round, to be read during the next one. */
  public interface PageWriter {
    /** Writes it and returns the results of all runs; empty if no pairs are compared. */
    Optional<Comparison> write() throws IOException;
  }

  /** Prepares an experiment, of which some runs may already be measured; starts nothing. */
  public Experiment(Path path, ExperimentPlan plan, Context context) {
    this.path = path;
    this.plan = plan;
    this.context = context;
    this.progress = context.progress();
    this.time = context.time();
  }

  /**
   * Measures the remaining runs, until the {@link StoppingRule} ends it.
   *
   * @throws IOException if a run could not be measured; earlier runs are kept
   */
  public void run() throws IOException, InterruptedException {
    if (addEstimates() == plan.design().runs()) {
      Duration round = Schedule.estimate(Schedule.round(plan, 1, 1));
      new StoppingRule(plan.design(), time).warning(round).ifPresent(progress::print);
    }
    int round = 1;
    measureRound(round);
    calibrateAfter(round);
    while (!endsAfter(round)) {
      measureRound(++round);
      calibrateAfter(round);
    }
    if (!hasMeasured) {
      progress.print("all runs are already measured");
    }
  }

  /**
   * Runs each variant once more, in a separate folder, and profiles its CPU. These runs are in no
   * figure. A run that has a profile is not repeated.
   *
   * @throws IOException if a run wrote no record
   */
  public void profile() throws IOException, InterruptedException {
    Experiment once = new Experiment(path.resolve(CpuProfile.FOLDER), plan, context);
    once.isProfiled = true;
    for (PlannedRun run : Schedule.round(plan, 1, 1)) {
      Path known = once.folder(run).path().resolve(CpuProfile.FILE);
      if (run.runId().controlOf().isEmpty() && !Files.exists(known)) {
        time.addEstimate(run.estimate());
        progress.runEnded(once.measure("profile, " + run.runId().variant(), run, Double.NaN));
      }
    }
  }

  /**
   * Measures the rest of one round of a small experiment, and writes the page.
   *
   * @return whether another round makes sense: some service did not fail before its load
   */
  public boolean measureSmallRound(int round) throws IOException, InterruptedException {
    if (ExperimentPlan.read(path).isEmpty()) {
      plan.write(path);
    }
    measureRound(round);
    context.page().write();
    return !failedBeforeLoad(round);
  }

  /** Adds the estimates of all remaining runs; returns their number. */
  public int addEstimates() throws IOException {
    List<PlannedRun> toDo = unfinished(Schedule.allRuns(plan));
    time.addEstimate(Schedule.estimate(toDo));
    return toDo.size();
  }

  /**
   * Measures a round, and repeats it once if the host was disturbed. A round that was complete
   * before an interruption is not repeated: it may have been measured with --allow-concurrent.
   */
  private void measureRound(int round) throws IOException, InterruptedException {
    List<PlannedRun> runs = Schedule.round(plan, round, 1);
    boolean isNew = !unfinished(runs).isEmpty();
    boolean isDisturbed = measure(runs);
    List<PlannedRun> repetition = Schedule.round(plan, round, 2);
    List<PlannedRun> again = unfinished(repetition);
    boolean hasBegun = repetition.stream().anyMatch(run -> Files.exists(folder(run).path()));
    boolean isRepeated =
        hasBegun
            || isNew
                && isDisturbed
                && !context.allowConcurrent()
                && time.isEnoughFor(Schedule.estimate(again));
    if (isRepeated && !again.isEmpty()) {
      progress.print("round %d: repeated once (host disturbed)".formatted(round));
      time.addEstimate(Schedule.estimate(again));
      measure(again);
    }
  }

  /** Measures the capacity of the load generator once it matters, and judges earlier runs by it. */
  private void calibrateAfter(int last) throws IOException, InterruptedException {
    if (!Calibration.appliesTo(plan) || !Double.isNaN(plan.setup().generatorCapacity())) {
      return;
    }
    Map<RunFolder, RunRecord> known = new LinkedHashMap<>();
    for (int round = 1; round <= last; round++) {
      for (int attempt = 1; attempt <= 2; attempt++) {
        for (PlannedRun run : Schedule.round(plan, round, attempt)) {
          record(run).ifPresent(record -> known.put(folder(run), record));
        }
      }
    }
    if (known.values().stream().anyMatch(Calibration::mayMatter)) {
      double capacity = new Calibration(path, plan, context).capacity();
      plan = plan.withGeneratorCapacity(capacity);
      for (Map.Entry<RunFolder, RunRecord> each : known.entrySet()) {
        withCapacity(each.getKey(), each.getValue());
      }
      plan.write(path);
    }
  }

  /** Judges a run by the capacity of the load generator, once that is known. */
  private RunRecord withCapacity(RunFolder folder, RunRecord record) throws IOException {
    double capacity = plan.setup().generatorCapacity();
    boolean isMissing =
        record.figures().generator().filter(each -> Double.isNaN(each.capacity())).isPresent();
    if (Double.isNaN(capacity) || !isMissing) {
      return record;
    }
    RunRecord judged = GeneratorGate.withCapacity(record, capacity);
    folder.write(judged);
    return judged;
  }

  /** Measures the runs that have no record; returns whether the host disturbed any. */
  private boolean measure(List<PlannedRun> runs) throws IOException, InterruptedException {
    List<PlannedRun> toDo = unfinished(runs);
    double pressure = Double.NaN;
    if (!toDo.isEmpty() && !context.allowConcurrent() && plan.setup().cluster().isEmpty()) {
      Duration expected = time.expected(Schedule.estimate(toDo));
      pressure = new HostCheck().awaitQuiet(expected, progress::print);
    }
    boolean isDisturbed = false;
    for (PlannedRun run : runs) {
      String name =
          "round %d of %d, %s"
              .formatted(run.runId().round(), plan.design().rounds().max(), run.runId().variant());
      Optional<RunRecord> known = record(run);
      RunRecord record =
          withCapacity(folder(run), known.isPresent() ? known.get() : measure(name, run, pressure));
      if (known.isEmpty()) {
        progress.runEnded(record);
      }
      isDisturbed |= record.failsGate(Gate.HOST);
    }
    return isDisturbed;
  }

  /** Measures one run; files of an interrupted one are moved away. */
  RunRecord measure(String name, PlannedRun run, double pressure)
      throws IOException, InterruptedException {
    progress.runStarted(name, time::remaining);
    moveAside(run);
    Path own = folder(run).path();
    RunRequest request =
        new RunRequest(
            new RunPlace(own.resolve("gatling"), path, plan.session(), run.runId()),
            plan.service(run.runId().service()),
            plan.workload(run.runId().service()),
            plan.load(),
            context.placement(),
            Optional.empty(),
            new RunFlags(
                plan.setup().runtime(),
                true,
                true,
                plan.subject(),
                isProfiled,
                pressure,
                plan.users().map(all -> all.withheldFrom(run.runId().service())).orElse(Set.of())));
    JsonFiles.write(own.resolve(RunRequest.FILE), request);
    String lastMessage = context.executor().run(request, own, progress::showRate);
    RunRecord record =
        record(run).orElseThrow(() -> new IOException("%s: %s".formatted(name, lastMessage)));
    time.runEnded(run.estimate());
    hasMeasured = true;
    return record;
  }

  /**
   * Returns whether the experiment ends after a round. A round that was interrupted is completed
   * before any decision.
   */
  private boolean endsAfter(int round) throws IOException {
    List<PlannedRun> next = Schedule.round(plan, round + 1, 1);
    if (unfinished(next).size() < next.size()) {
      return false;
    }
    Optional<Comparison> known = context.page().write();
    Optional<String> over =
        round == 1 && failedBeforeLoad(round)
            ? Optional.of(NO_SERVICE)
            : new StoppingRule(plan.design(), time)
                .endReason(round, known, Schedule.estimate(next));
    over.map(("ended after round " + round + ": ")::concat)
        .or(() -> known.flatMap(Statement::endReason))
        .ifPresent(progress::print);
    return over.isPresent();
  }

  /**
   * Returns whether each service of a round failed before its load: it would in the next one, too.
   */
  private boolean failedBeforeLoad(int round) throws IOException {
    for (PlannedRun run : Schedule.round(plan, round, 1)) {
      Optional<RunRecord> failed =
          record(run)
              .filter(each -> each.status() == Status.FAILED)
              .filter(each -> each.load().isEmpty() && each.extras().startUp().isEmpty());
      if (failed.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private RunFolder folder(PlannedRun run) {
    return new RunFolder(path.resolve("runs").resolve(run.folder()));
  }

  /** Returns the record of a run; empty if there is none yet, or the run was aborted. */
  private Optional<RunRecord> record(PlannedRun run) throws IOException {
    return JsonFiles.find(folder(run).recordFile(), RunRecord.class)
        .filter(record -> record.status() != Status.ABORTED);
  }

  private List<PlannedRun> unfinished(List<PlannedRun> runs) throws IOException {
    List<PlannedRun> unfinished = new ArrayList<>();
    for (PlannedRun run : runs) {
      if (record(run).isEmpty()) {
        unfinished.add(run);
      }
    }
    return unfinished;
  }

  /** Moves the files of an unfinished run away; nothing is deleted. */
  private void moveAside(PlannedRun run) throws IOException {
    Path left = folder(run).path();
    if (Files.exists(left)) {
      Path unfinished = Files.createDirectories(path.resolve("unfinished"));
      int number = 1;
      while (Files.exists(unfinished.resolve(run.folder() + "-" + number))) {
        number++;
      }
      Files.move(left, unfinished.resolve(run.folder() + "-" + number));
    }
  }
}
