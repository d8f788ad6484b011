package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an experiment finds if it was interrupted. */
class ExperimentFolderTest {
  @TempDir private Path path;

  @Test
  void runWithoutARecordIsSetAsideAndDoneAgain() throws Exception {
    ExperimentFolder folder = new ExperimentFolder(path);
    PlannedRun run = Schedule.round(Plans.plan(1), 1, 1).getFirst();
    Path own = path.resolve("runs").resolve(run.folder());
    for (int crash = 1; crash <= 2; crash++) {
      Files.createDirectories(own);
      Files.writeString(own.resolve("gatling.log"), "crash " + crash);
      assertThat(folder.finished(run)).isEmpty();
      folder.setAside(run);
      assertThat(own).doesNotExist();
      assertThat(path.resolve("unfinished/" + run.folder() + "-" + crash + "/gatling.log"))
          .hasContent("crash " + crash);
    }
  }
}
