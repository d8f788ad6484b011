package io.github.restcomparison.comparison.experiment;

import io.github.restcomparison.comparison.experiment.GatlingJvm.Ended;
import io.github.restcomparison.comparison.record.ExperimentPlan;
import io.github.restcomparison.comparison.record.RunFolder;
import io.github.restcomparison.comparison.record.RunRecord;
import io.github.restcomparison.comparison.run.Placement;
import io.github.restcomparison.comparison.run.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Rounds x variants. In every round each variant is measured once, in a fresh service JVM by a
 * fresh Gatling JVM, in an order shuffled by the plan's seed; each run leaves its record before the
 * next one begins. The number of rounds is fixed beforehand, and nothing is repeated for what it
 * showed: only for a host that was disturbed, the whole round, once.
 */
public final class Experiment {
  private static final int SERVICE_FAILED = 2;
  private static final double QUIET = 0.05;
  private static final int LOOKS = 6;

  private final ExperimentFolder folder;
  private final RunProperties properties;
  private final Placement placement;
  private final GatlingJvm gatling;
  private final Progress progress;
  private final boolean calibrate;
  private final QuietHost host = QuietHost.ofThisHost();

  /**
   * Prepares an experiment; nothing happens yet.
   *
   * @param calibrate whether to find out first what the load generator itself can do
   * @param allowConcurrent whether another measurement may run on this host
   */
  public Experiment(
      ExperimentFolder folder,
      Placement placement,
      GatlingJvm gatling,
      Progress progress,
      boolean calibrate,
      boolean allowConcurrent) {
    this.folder = folder;
    this.placement = placement;
    this.gatling = gatling;
    this.progress = progress;
    this.calibrate = calibrate;
    this.properties = new RunProperties(folder.path(), placement, allowConcurrent);
  }

  /**
   * Measures all that is still to be measured.
   *
   * @param asked the plan; where the folder holds it already, the experiment goes on
   * @throws ExperimentStopped where a run could not be measured at all: what went before is kept
   */
  public void run(ExperimentPlan asked)
      throws IOException, InterruptedException, ExperimentStopped {
    ExperimentPlan plan = begun(asked);
    TimeLeft timeLeft = new TimeLeft(plan);
    for (int round = 1; round <= plan.rounds(); round++) {
      measure(plan, round, 1, timeLeft);
      if (isDisturbed(plan, round)) {
        progress.said("round %d: the host was disturbed; it is repeated once".formatted(round));
        measure(plan, round, 2, timeLeft);
      }
      progress.roundEnded(round);
    }
  }

  private ExperimentPlan begun(ExperimentPlan asked)
      throws IOException, InterruptedException, ExperimentStopped {
    Optional<ExperimentPlan> before = folder.plan();
    if (before.isPresent()) {
      return before.get();
    }
    ExperimentPlan plan = calibrate ? asked.calibrated(capacity(asked)) : asked;
    folder.begin(plan);
    return plan;
  }

  private double capacity(ExperimentPlan plan)
      throws IOException, InterruptedException, ExperimentStopped {
    return new Calibration(gatling, placement, progress)
        .capacity(plan, folder.path().resolve("calibration"), properties.allowConcurrent());
  }

  private void measure(ExperimentPlan plan, int round, int attempt, TimeLeft timeLeft)
      throws IOException, InterruptedException, ExperimentStopped {
    List<Entry> order = Schedule.order(plan, round, attempt);
    OptionalDouble pressure = OptionalDouble.empty();
    boolean listened = false;
    for (int position = 1; position <= order.size(); position++) {
      Entry entry = order.get(position - 1);
      Turn turn = new Turn(round, OptionalInt.of(position), attempt);
      String name = turn.folder(position, entry.name());
      if (folder.finished(name).isPresent()) {
        timeLeft.skipped(entry);
        continue;
      }
      if (!listened) {
        pressure = untilQuiet();
        listened = true;
      }
      folder.setAside(name);
      progress.began(
          "round %d of %d, %s".formatted(round, plan.rounds(), entry.name()), timeLeft.left());
      long start = System.nanoTime();
      Ended ended =
          gatling.run(
              properties.of(plan, turn, entry, pressure),
              placement,
              folder.run(name).path().resolve("gatling.log"),
              progress::live);
      RunRecord record = record(name, ended);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      timeLeft.took(entry, took);
      TimeSpent.in(folder.path()).add(took, record, folder.run(name));
      progress.ended(record);
    }
  }

  /** A host that is busy with something else is waited for, a little; then it is measured as is. */
  private OptionalDouble untilQuiet() throws InterruptedException {
    OptionalDouble pressure = host.listen();
    for (int look = 1; look < LOOKS && pressure.orElse(0) > QUIET; look++) {
      progress.said(
          "the host is busy: tasks waited for a CPU in %.0f %% of the time; waiting"
              .formatted(100 * pressure.getAsDouble()));
      pressure = host.listen();
    }
    return pressure;
  }

  private RunRecord record(String name, Ended ended) throws IOException, ExperimentStopped {
    boolean over = ended.exitCode() == 0 || ended.exitCode() == SERVICE_FAILED;
    Optional<RunRecord> record = over ? folder.finished(name) : Optional.empty();
    if (record.isEmpty()) {
      Path log = folder.run(name).path().resolve("gatling.log");
      throw new ExperimentStopped(
          ended.lastSaid().isEmpty()
              ? "Gatling ended with exit code %d: see %s".formatted(ended.exitCode(), log)
              : ended.lastSaid());
    }
    return record.get();
  }

  private boolean isDisturbed(ExperimentPlan plan, int round) throws IOException {
    List<Entry> order = Schedule.order(plan, round, 1);
    for (int position = 1; position <= order.size(); position++) {
      Turn turn = new Turn(round, OptionalInt.of(position), 1);
      RunFolder run = folder.run(turn.folder(position, order.get(position - 1).name()));
      if (run.readRecord().gates().stream()
          .anyMatch(gate -> gate.name().equals(RunRecord.Gate.HOST) && !gate.passed())) {
        return true;
      }
    }
    return false;
  }
}
