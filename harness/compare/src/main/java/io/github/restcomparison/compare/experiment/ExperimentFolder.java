package io.github.restcomparison.compare.experiment;

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

/** The folder of an experiment: its plan, its runs, and what of them is still to be done. */
public final class ExperimentFolder {
  private final Path path;

  private ExperimentFolder(Path path) {
    this.path = path;
  }

  /**
   * Opens a folder.
   *
   * @param resume whether to continue the experiment that is in it
   * @throws UsageException if the folder has something else, or nothing to continue
   * @throws IOException if the folder cannot be read
   */
  public static ExperimentFolder open(Path path, boolean resume) throws IOException {
    requireFree(path, "plan.json", resume);
    return new ExperimentFolder(path);
  }

  /**
   * Requires that a folder is new or empty, or has what is to be resumed.
   *
   * @param plan the file that what is to be resumed has
   * @throws UsageException if it is not so
   * @throws IOException if the folder cannot be read
   */
  public static void requireFree(Path path, String plan, boolean resume) throws IOException {
    boolean isPlanned = Files.exists(path.resolve(plan));
    if (resume && !isPlanned) {
      throw new UsageException("--resume %s: has no %s".formatted(path, plan));
    }
    if (!resume && isPlanned) {
      throw new UsageException(
          "--out %s: has an experiment; --resume %s continues it".formatted(path, path));
    }
    if (!resume && Files.exists(path) && !isEmpty(path)) {
      throw new UsageException("--out %s: is not empty and has no %s".formatted(path, plan));
    }
  }

  /**
   * Sees to it that a path which a user named is a folder.
   *
   * @param label what the command calls it
   * @throws UsageException where it is none
   */
  public static void requireFolder(String label, Path path) {
    if (!Files.isDirectory(path)) {
      throw new UsageException("%s %s: must be the folder of an experiment".formatted(label, path));
    }
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> content = Files.list(path)) {
      return content.findAny().isEmpty();
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** The plan that was written into it, where one was. */
  public Optional<ExperimentPlan> plan() throws IOException {
    return ExperimentPlan.in(path);
  }

  /**
   * Writes down what is to be measured, before anything is.
   *
   * @param arguments of the command that begins it
   */
  public void begin(ExperimentPlan plan, List<String> arguments) throws IOException {
    write(plan);
    StartCommand.write(path, arguments);
  }

  /**
   * Writes down what holds from now on, before anything else: whatever happens can be gone on with.
   *
   * @return the plan that is there already, else the one asked for
   */
  ExperimentPlan planned(ExperimentPlan asked) throws IOException {
    ExperimentPlan plan = plan().orElse(asked);
    write(plan);
    return plan;
  }

  /** Writes the plan. */
  void write(ExperimentPlan plan) throws IOException {
    Files.createDirectories(path);
    plan.write(path);
  }

  RunFolder run(String name) {
    return new RunFolder(path.resolve("runs").resolve(name));
  }

  /**
   * The record of a run that needs not be done again: it was measured, whatever it shows. One that
   * was ended from outside, or left no record, is to be done.
   */
  Optional<RunRecord> finished(String name) throws IOException {
    return Files.exists(run(name).recordFile())
        ? Optional.of(run(name).readRecord()).filter(run -> run.status() != Status.ABORTED)
        : Optional.empty();
  }

  /** Those of some runs that are still to be done. */
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
      Path aside = path.resolve("unfinished");
      Files.createDirectories(aside);
      int number = 1;
      while (Files.exists(aside.resolve(name + "-" + number))) {
        number++;
      }
      Files.move(left, aside.resolve(name + "-" + number));
    }
  }
}
