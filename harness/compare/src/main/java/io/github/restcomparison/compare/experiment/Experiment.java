package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
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
  /** Some seconds at full speed: a cold load generator shows nothing of its capacity. */
  private static final int CALIBRATION_REQUESTS = 100_000;

  private static final int CALIBRATION_WARM_UP_MS = 20_000;
  private static final Duration CALIBRATION = Duration.ofMillis(CALIBRATION_WARM_UP_MS + 10_000L);
  private static final int MAX_CALIBRATIONS = 3;

  private final ExperimentFolder folder;
  private final Context context;
  private final Progress progress;
  private final ExperimentTime time;
  private ExperimentPlan plan;
  private int measured;

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
   * Prepares an experiment, of which some runs may already be measured; nothing happens yet.
   *
   * @param time of the experiment, or of all that it is a part of
   */
  public Experiment(Path path, ExperimentPlan plan, Context context, ExperimentTime time) {
    this.folder = new ExperimentFolder(path);
    this.plan = plan;
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
  public void run(boolean calibrates) throws IOException, InterruptedException {
    if (expect() == plan.design().runs()) {
      Duration round = Schedule.estimate(Schedule.round(plan, 1, 1));
      new StoppingRule(plan.design(), time).warning(round).ifPresent(progress::said);
      if (calibrates && plan.generatorCapacity().isEmpty()) {
        plan = plan.calibrated(generatorCapacity());
        plan.write(folder.path());
      }
    }
    int round = 1;
    measureRound(round);
    while (!isOverAfter(round)) {
      measureRound(++round);
    }
    if (measured == 0) {
      progress.said("nothing was left to be measured");
    }
  }

  /** Measures what is left of one round of a small experiment, and writes the page. */
  public void measureSmallRound(int round) throws IOException, InterruptedException {
    if (ExperimentPlan.in(folder.path()).isEmpty()) {
      plan.write(folder.path());
    }
    measureRound(round);
    context.page().write();
  }

  /** Expects the time of all runs that are still to be measured; returns their number. */
  public int expect() throws IOException {
    List<PlannedRun> toDo = folder.unfinished(Schedule.all(plan));
    time.expect(Schedule.estimate(toDo));
    return toDo.size();
  }

  private void measureRound(int round) throws IOException, InterruptedException {
    List<PlannedRun> runs = Schedule.round(plan, round, 1);
    measure(folder.unfinished(runs));
    if (context.allowConcurrent() || !folder.isDisturbed(runs)) {
      return;
    }
    List<PlannedRun> again = folder.unfinished(Schedule.round(plan, round, 2));
    if (!again.isEmpty() && time.isEnoughFor(Schedule.estimate(again))) {
      progress.said("round %d: repeated once (host disturbed)".formatted(round));
      time.expect(Schedule.estimate(again));
      measure(again);
    }
  }

  private void measure(List<PlannedRun> runs) throws IOException, InterruptedException {
    OptionalDouble pressure = OptionalDouble.empty();
    if (context.host() != null && !runs.isEmpty()) {
      Duration expected = time.likely(Schedule.estimate(runs));
      pressure = context.host().untilQuiet(expected, progress::said);
    }
    for (PlannedRun run : runs) {
      String name =
          "round %d of %d, %s"
              .formatted(run.runId().round(), plan.design().rounds(), run.target().name());
      measure(name, run, pressure);
    }
  }

  /** Measures one run; what an interrupted one has left is set aside. */
  private RunRecord measure(String name, PlannedRun run, OptionalDouble pressure)
      throws IOException, InterruptedException {
    progress.began(name, time::left);
    folder.setAside(run);
    Path own = folder.run(run).path();
    RunRequest request =
        new RunRequest(
            run.target(),
            plan.load(),
            new RunPlace(own.resolve("gatling"), folder.path(), plan.session(), run.runId()),
            context.placement(),
            plan.setup().runtime(),
            Optional.empty(),
            new Beforehand(plan.generatorCapacity(), pressure),
            new Conduct(true, true, plan.memory()));
    String lastSaid = context.executor().run(request, own, progress::live);
    RunRecord record = folder.finished(run).orElseThrow(() -> new IOException(lastSaid));
    time.runEnded(run.estimate());
    progress.ended(record);
    measured++;
    return record;
  }

  /** A round that an interruption left half done is completed before anything is decided. */
  private boolean isOverAfter(int round) throws IOException {
    List<PlannedRun> next = Schedule.round(plan, round + 1, 1);
    if (folder.unfinished(next).size() < next.size()) {
      return false;
    }
    Optional<Comparison> known = context.page().write();
    known.ifPresent(all -> progress.roundEnded(round, plan.design().rounds(), all));
    Optional<String> over =
        new StoppingRule(plan.design(), time).after(round, known, Schedule.estimate(next));
    over.ifPresent(why -> progress.said("over after round %d: %s".formatted(round, why)));
    return over.isPresent();
  }

  /**
   * Measures how many requests per second the load generator reaches on this host, with as many
   * users as the plan has, against the cheapest service without a delay.
   *
   * @throws IOException if the service or the generator failed, or three runs in a row showed no
   *     throughput
   */
  double generatorCapacity() throws IOException, InterruptedException {
    int users = plan.load().users();
    int requests =
        Math.max(plan.load().requestsPerUser(), Math.ceilDiv(CALIBRATION_REQUESTS, users));
    OptionalInt unbound = OptionalInt.empty();
    ExperimentPlan atOnce =
        new ExperimentPlan(
            plan.session(),
            plan.design(),
            LoadSpec.closed(users, requests, 0, "fixed", unbound, CALIBRATION_WARM_UP_MS),
            new Setup(plan.setup().host(), plan.setup().pinning(), Setup.BARE),
            Optional.empty());
    Path own = folder.path().resolve("calibration");
    Experiment calibration = new Experiment(own, atOnce, context, time);
    Target service = Target.ofVariant(Catalogue.ANSWERS_AT_ONCE);
    for (int attempt = 1; ; attempt++) {
      RunId runId = new RunId(1, OptionalInt.of(1), attempt);
      time.expect(CALIBRATION);
      RunRecord record;
      try {
        record =
            calibration.measure(
                "calibration of the load generator",
                new PlannedRun(runId, service, CALIBRATION),
                OptionalDouble.empty());
      } catch (IOException e) {
        throw notCalibrated(e.getMessage());
      }
      OptionalDouble throughput =
          record.load().map(RunRecord.Load::throughput).orElse(OptionalDouble.empty());
      // On a busy host the users may never all be active at once: try again.
      if (record.status() == RunRecord.Status.FAILED
          || throughput.isEmpty() && attempt == MAX_CALIBRATIONS) {
        throw notCalibrated(String.join("; ", record.reasons()));
      }
      if (throughput.isPresent()) {
        return throughput.getAsDouble();
      }
    }
  }

  private static IOException notCalibrated(String why) {
    return new IOException("the load generator could not be calibrated: " + why);
  }
}
