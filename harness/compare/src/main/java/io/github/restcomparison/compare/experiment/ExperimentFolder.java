package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.StartCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of an experiment: its plan, its runs, and which of them are still to be done. */
public record ExperimentFolder(Path path) {

  /**
   * Requires that a folder is new or empty, or has what is to be resumed.
   *
   * @param plan what is missing if nothing can be resumed
   * @param isPlanned whether the folder has it
   * @throws UsageException if not
   */
  public static void requireFree(Path path, String plan, boolean isPlanned, boolean resume)
      throws IOException {
    if (resume && !isPlanned) {
      throw new UsageException("--resume %s: has no %s".formatted(path, plan));
    }
    if (!resume && isPlanned) {
      throw new UsageException(
          "--out %s: has an experiment; --resume %s continues it".formatted(path, path));
    }
    if (!resume && Files.exists(path)) {
      try (Stream<Path> content = Files.list(path)) {
        if (content.findAny().isPresent()) {
          throw new UsageException("--out %s: is not empty and has no %s".formatted(path, plan));
        }
      }
    }
  }

  /**
   * Writes a plan and the command that begins it into a folder that has none.
   *
   * @param arguments of the command
   */
  public static void begin(Path path, ExperimentPlan plan, List<String> arguments)
      throws IOException {
    if (ExperimentPlan.in(path).isEmpty()) {
      new ExperimentFolder(path).write(plan);
      StartCommand.write(path, arguments);
    }
  }

  /** Returns the plan that the folder has; else writes the one asked for, so it can be resumed. */
  ExperimentPlan planned(ExperimentPlan asked) throws IOException {
    Optional<ExperimentPlan> plan = ExperimentPlan.in(path);
    if (plan.isEmpty()) {
      write(asked);
    }
    return plan.orElse(asked);
  }

  void write(ExperimentPlan plan) throws IOException {
    Files.createDirectories(path);
    plan.write(path);
  }

  RunFolder run(String name) {
    return new RunFolder(path.resolve("runs").resolve(name));
  }

  /**
   * Returns the record of a run that was measured, whatever it shows; empty if it left none or was
   * ended from outside.
   */
  Optional<RunRecord> finished(String name) throws IOException {
    return Files.exists(run(name).recordFile())
        ? Optional.of(run(name).readRecord()).filter(run -> run.status() != Status.ABORTED)
        : Optional.empty();
  }

  /** Returns those of some runs that are still to be done. */
  List<PlannedRun> unfinished(List<PlannedRun> runs) throws IOException {
    List<PlannedRun> unfinished = new ArrayList<>();
    for (PlannedRun run : runs) {
      if (finished(run.folder()).isEmpty()) {
        unfinished.add(run);
      }
    }
    return unfinished;
  }

  /** Returns whether the host was disturbed during one of some finished runs. */
  boolean isDisturbed(List<PlannedRun> runs) throws IOException {
    for (PlannedRun run : runs) {
      if (run(run.folder()).readRecord().isRefusedBy(GateResult.HOST)) {
        return true;
      }
    }
    return false;
  }

  /** Moves what an unfinished run has left out of the way of the next one: nothing is deleted. */
  void setAside(String name) throws IOException {
    Path left = run(name).path();
    if (Files.exists(left)) {
      Path aside = Files.createDirectories(path.resolve("unfinished"));
      int number = 1;
      while (Files.exists(aside.resolve(name + "-" + number))) {
        number++;
      }
      Files.move(left, aside.resolve(name + "-" + number));
    }
  }
}
