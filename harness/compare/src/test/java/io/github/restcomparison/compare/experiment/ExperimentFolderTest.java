package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
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
    ExperimentFolder folder = folder();
    assertThat(path).doesNotExist();
    folder.write(PLAN);
    assertThat(ExperimentPlan.in(path)).hasValue(PLAN);
  }

  @Test
  void resumingWhereNothingIsIsRefused() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> requireFree(true))
        .withMessage("--resume " + path + ": has no plan.json");
    assertThat(path).doesNotExist();
  }

  @Test
  void experimentIsNotWrittenOver() throws Exception {
    folder().write(PLAN);
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> requireFree(false))
        .withMessageContaining("has an experiment", "--resume");
  }

  @Test
  void foreignFolderIsNotTouched() throws Exception {
    Files.createDirectories(path);
    Files.writeString(path.resolve("thesis.txt"), "years of work");
    for (boolean resume : new boolean[] {false, true}) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> requireFree(resume))
          .withMessageContaining("has no plan.json");
    }
  }

  @Test
  void damagedPlanIsNamed() throws Exception {
    Files.createDirectories(path);
    Files.writeString(path.resolve("plan.json"), "{ \"session\" : 1");
    assertThatIOException()
        .isThrownBy(() -> ExperimentPlan.in(path))
        .withMessageContaining("plan.json is not a record");
  }

  @Test
  void runWithoutARecordIsSetAsideAndDoneAgain() throws Exception {
    ExperimentFolder folder = folder();
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

  private ExperimentFolder folder() throws IOException {
    requireFree(false);
    return new ExperimentFolder(path);
  }

  private void requireFree(boolean resume) throws IOException {
    boolean isPlanned = Files.exists(path.resolve("plan.json"));
    ExperimentFolder.requireFree(path, "plan.json", isPlanned, resume);
  }
}
