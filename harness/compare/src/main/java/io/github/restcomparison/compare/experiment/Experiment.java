package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.compare.experiment.ExperimentTime.Part;
import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.Beforehand;
import io.github.restcomparison.runner.settings.RunRequest.Conduct;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Rounds x variants. Each round measures each variant once, in a fresh service JVM by a fresh
 * Gatling JVM, in an order shuffled by the plan's seed. Each run leaves its record before the next
 * one begins. No run is repeated for what it showed: a round is repeated once if the host was
 * disturbed.
 */
public final class Experiment {
  /** The load generator is calibrated by the cheapest service without a delay. */
  private static final Target AT_ONCE = Target.ofVariant(Catalogue.ANSWERS_AT_ONCE);

  /** Some seconds at full speed: a cold load generator shows nothing of its capacity. */
  private static final int CALIBRATION_REQUESTS = 100_000;

  private static final int CALIBRATION_WARM_UP_MS = 20_000;
  private static final int MAX_CALIBRATIONS = 3;
  private static final Duration CALIBRATION = Duration.ofMillis(CALIBRATION_WARM_UP_MS + 10_000L);

  private final ExperimentFolder folder;
  private final Context context;
  private final Progress progress;
  private final ExperimentTime time;

  /**
   * What experiments are measured with.
   *
   * @param executor measures a run
   * @param page is written after each round
   * @param host is checked before each round; null for no check, as in a cluster
   * @param allowConcurrent whether another measurement may run on this host
   */
  public record Context(
      Placement placement,
      RunExecutor executor,
      Progress progress,
      Page page,
      HostCheck host,
      boolean allowConcurrent) {}

  /** The page that is written after each round, to be read during the next one. */
  public interface Page {
    /** Writes it and returns what all runs show; empty if no pairs are compared. */
    Optional<Comparison> write() throws IOException;
  }

  /**
   * Prepares an experiment; nothing happens yet.
   *
   * @param path its folder; a plan that it has is continued
   * @param time of the experiment, or of all that it is a part of
   */
  public Experiment(Path path, Context context, ExperimentTime time) {
    this.folder = new ExperimentFolder(path);
    this.context = context;
    this.progress = context.progress();
    this.time = time;
  }

  /**
   * Measures what is still to be measured, until the {@link StoppingRule} ends it.
   *
   * @param calibrates whether to measure first what the load generator can do
   * @throws IOException if a run could not be measured; earlier runs are kept
   */
  public void run(ExperimentPlan asked, boolean calibrates)
      throws IOException, InterruptedException {
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

  /** Measures what is left of one round of a small experiment, and writes the page. */
  public void measureSmallRound(ExperimentPlan asked, int round)
      throws IOException, InterruptedException {
    measureRound(folder.planned(asked), round);
    context.page().write();
    time.book(Part.PAGES);
  }

  private ExperimentPlan begin(ExperimentPlan asked, boolean calibrates)
      throws IOException, InterruptedException {
    ExperimentPlan plan = folder.planned(asked);
    List<PlannedRun> all = Schedule.all(plan);
    boolean isNew = folder.unfinished(all).size() == all.size();
    boolean calibratesNow = calibrates && isNew && plan.generatorCapacity().isEmpty();
    Duration before = calibratesNow ? CALIBRATION : Duration.ZERO;
    time.expect(before.plus(ExperimentTime.expected(plan, all)), plan.design().timeLimitMs());
    if (isNew) {
      Duration round = ExperimentTime.expected(plan, Schedule.round(plan, 1, 1));
      new StoppingRule(plan.design()).warning(before, round).ifPresent(progress::said);
    }
    if (calibratesNow) {
      plan = plan.calibrated(generatorCapacity(plan));
      folder.write(plan);
      time.book(Part.CALIBRATION);
    }
    return plan;
  }

  private void measureRound(ExperimentPlan plan, int round)
      throws IOException, InterruptedException {
    List<PlannedRun> runs = Schedule.round(plan, round, 1);
    measure(plan, runs);
    Duration again = time.likely(ExperimentTime.expected(plan, runs));
    if (!context.allowConcurrent()
        && folder.isDisturbed(runs)
        && new StoppingRule(plan.design()).isTimeFor(time.used(), again)) {
      progress.said("round %d: repeated once (host disturbed)".formatted(round));
      measure(plan, Schedule.round(plan, round, 2));
    }
  }

  private void measure(ExperimentPlan plan, List<PlannedRun> runs)
      throws IOException, InterruptedException {
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
      throws IOException, InterruptedException {
    time.begin(ExperimentTime.expected(plan, List.of(run)), run.runId().attempt() > 1);
    progress.began(
        "round %d of %d, %s"
            .formatted(run.runId().round(), plan.design().rounds(), run.target().name()),
        time::left);
    RunRecord record = execute(folder, plan, run, pressure);
    time.end(record, folder.run(run.folder()));
    progress.ended(record);
  }

  /** What an interrupted run has left is set aside. */
  private RunRecord execute(
      ExperimentFolder into, ExperimentPlan plan, PlannedRun run, OptionalDouble pressure)
      throws IOException, InterruptedException {
    into.setAside(run.folder());
    Path own = into.run(run.folder()).path();
    RunRequest request =
        new RunRequest(
            run.target(),
            plan.load(),
            new RunPlace(own.resolve("gatling"), into.path(), plan.session(), run.runId()),
            context.placement(),
            plan.setup().runtime(),
            Optional.empty(),
            new Beforehand(plan.generatorCapacity(), pressure),
            new Conduct(true, true, plan.memory()));
    String lastSaid = context.executor().run(request, own, progress::live);
    Optional<RunRecord> record = into.finished(run.folder());
    if (record.isEmpty()) {
      throw new IOException(lastSaid);
    }
    return record.get();
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

  /**
   * Measures how many requests per second the load generator reaches on this host.
   *
   * @param plan whose users are the load, without their waits
   * @throws IOException if the service or the generator failed, or three runs in a row showed no
   *     throughput
   */
  double generatorCapacity(ExperimentPlan plan) throws IOException, InterruptedException {
    int users = plan.load().users();
    int requests =
        Math.max(plan.load().requestsPerUser(), Math.ceilDiv(CALIBRATION_REQUESTS, users));
    ExperimentPlan atOnce =
        new ExperimentPlan(
            plan.session(),
            plan.design(),
            LoadSpec.closed(
                users, requests, 0, "fixed", OptionalInt.empty(), CALIBRATION_WARM_UP_MS),
            new Setup(plan.setup().host(), plan.setup().pinning(), Setup.BARE),
            Optional.empty());
    ExperimentFolder own = new ExperimentFolder(folder.path().resolve("calibration"));
    for (int attempt = 1; ; attempt++) {
      time.begin(attempt == 1 ? CALIBRATION : Duration.ZERO, false);
      progress.began("calibration of the load generator", time::left);
      RunId runId = new RunId(1, OptionalInt.of(1), attempt);
      RunRecord record;
      try {
        record = execute(own, atOnce, new PlannedRun(runId, AT_ONCE), OptionalDouble.empty());
      } catch (IOException e) {
        throw notCalibrated(e.getMessage());
      }
      time.end();
      OptionalDouble throughput =
          record.load().map(RunRecord.Load::throughput).orElse(OptionalDouble.empty());
      // On a busy host the users may never all be active at once: try again.
      if (record.status() == RunRecord.Status.FAILED
          || throughput.isEmpty() && attempt == MAX_CALIBRATIONS) {
        throw notCalibrated(String.join("; ", record.reasons()));
      }
      progress.ended(record);
      if (throughput.isPresent()) {
        return throughput.getAsDouble();
      }
    }
  }

  private static IOException notCalibrated(String why) {
    return new IOException("the load generator could not be calibrated: " + why);
  }
}
