package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The runs in the folder of an experiment, and which of them are still to be measured. */
record ExperimentFolder(Path path) {
  RunFolder run(PlannedRun run) {
    return new RunFolder(path.resolve("runs").resolve(run.folder()));
  }

  /** Returns the record of a run, whatever it shows; empty if it is missing or was aborted. */
  Optional<RunRecord> finished(PlannedRun run) throws IOException {
    return Files.exists(run(run).recordFile())
        ? Optional.of(run(run).readRecord()).filter(record -> record.status() != Status.ABORTED)
        : Optional.empty();
  }

  /** Returns those of some runs that are still to be measured. */
  List<PlannedRun> unfinished(List<PlannedRun> runs) throws IOException {
    List<PlannedRun> unfinished = new ArrayList<>();
    for (PlannedRun run : runs) {
      if (finished(run).isEmpty()) {
        unfinished.add(run);
      }
    }
    return unfinished;
  }

  /** Returns whether the host was disturbed during one of some finished runs. */
  boolean isDisturbed(List<PlannedRun> runs) throws IOException {
    for (PlannedRun run : runs) {
      if (run(run).readRecord().isRefusedBy(GateResult.HOST)) {
        return true;
      }
    }
    return false;
  }

  /** Moves what an unfinished run has left out of the way of the next one: nothing is deleted. */
  void setAside(PlannedRun run) throws IOException {
    Path left = run(run).path();
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
