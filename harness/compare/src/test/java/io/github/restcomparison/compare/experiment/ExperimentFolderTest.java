package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.plan.ExperimentPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an experiment finds where it was interrupted. */
class ExperimentFolderTest {
  private static final ExperimentPlan PLAN = Plans.plan(1);

  @TempDir private Path temp;
  private Path path;

  @BeforeEach
  void path() {
    path = temp.resolve("experiment");
  }

  @Test
  void folderThatDoesNotExistBeginsAnExperiment() throws Exception {
    ExperimentFolder folder = ExperimentFolder.open(path, false);
    assertThat(path).doesNotExist();
    folder.write(PLAN);
    assertThat(folder.plan()).hasValue(PLAN);
  }

  @Test
  void resumingWhereNothingIsIsRefused() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ExperimentFolder.open(path, true))
        .withMessage("--resume " + path + ": has no plan.json");
    assertThat(path).doesNotExist();
  }

  @Test
  void experimentIsNotWrittenOver() throws Exception {
    ExperimentFolder.open(path, false).write(PLAN);
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ExperimentFolder.open(path, false))
        .withMessageContaining("has an experiment", "--resume");
  }

  @Test
  void foreignFolderIsNotTouched() throws Exception {
    Files.createDirectories(path);
    Files.writeString(path.resolve("thesis.txt"), "years of work");
    for (boolean resume : new boolean[] {false, true}) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> ExperimentFolder.open(path, resume))
          .withMessageContaining("has no plan.json");
    }
  }

  @Test
  void damagedPlanIsNamed() throws Exception {
    Files.createDirectories(path);
    Files.writeString(path.resolve("plan.json"), "{ \"session\" : 1");
    assertThatIOException()
        .isThrownBy(() -> ExperimentFolder.open(path, true).plan())
        .withMessageContaining("plan.json is not a record");
  }

  @Test
  void runWithoutARecordIsSetAsideAndDoneAgain() throws Exception {
    ExperimentFolder folder = ExperimentFolder.open(path, false);
    folder.write(PLAN);
    for (int crash = 1; crash <= 2; crash++) {
      Files.createDirectories(path.resolve("runs/01-01-vertx-rest"));
      Files.writeString(path.resolve("runs/01-01-vertx-rest/gatling.log"), "crash " + crash);
      assertThat(folder.finished("01-01-vertx-rest")).isEmpty();
      folder.setAside("01-01-vertx-rest");
      assertThat(path.resolve("runs/01-01-vertx-rest")).doesNotExist();
    }
    assertThat(path.resolve("unfinished/01-01-vertx-rest-1/gatling.log")).hasContent("crash 1");
    assertThat(path.resolve("unfinished/01-01-vertx-rest-2/gatling.log")).hasContent("crash 2");
  }
}
