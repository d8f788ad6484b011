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
    ExperimentFolder folder = ExperimentFolder.open(path, PLAN, false);
    assertThat(path).doesNotExist();
    folder.write(PLAN);
    assertThat(folder.plan()).hasValue(PLAN);
  }

  /**
   * The time may be a longer one; all else is that of the plan by which the first runs were made.
   */
  @Test
  void whatGoesOnIsThePlanThatIsThereWithinTheTimeThatIsAskedForNow() throws Exception {
    ExperimentFolder folder = ExperimentFolder.open(path, PLAN, false);
    assertThat(folder.planned(PLAN)).isEqualTo(PLAN);
    ExperimentPlan longer = Plans.within(Plans.plan(2), 330_000);
    ExperimentPlan goesOn = Plans.within(PLAN, 330_000);
    assertThat(folder.planned(longer)).isEqualTo(goesOn);
    assertThat(folder.plan()).hasValue(goesOn);
  }

  @Test
  void resumingWhereNothingIsIsRefused() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ExperimentFolder.open(path, PLAN, true))
        .withMessage(path + " holds no experiment to go on with");
    assertThat(path).doesNotExist();
  }

  @Test
  void experimentIsNotWrittenOver() throws Exception {
    ExperimentFolder.open(path, PLAN, false).write(PLAN);
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ExperimentFolder.open(path, PLAN, false))
        .withMessageContaining("holds an experiment already", "--resume");
  }

  @Test
  void foreignFolderIsNotTouched() throws Exception {
    Files.createDirectories(path);
    Files.writeString(path.resolve("thesis.txt"), "years of work");
    for (boolean resume : new boolean[] {false, true}) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> ExperimentFolder.open(path, PLAN, resume))
          .withMessageContaining("is not empty, and holds no experiment");
    }
  }

  @Test
  void otherSettingsAreRefusedByNameAndBothValues() throws Exception {
    ExperimentFolder.open(path, PLAN, false).write(PLAN);
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ExperimentFolder.open(path, Plans.plan(2, 12), true))
        .withMessageEndingWith(
            "holds another experiment: rounds 10 there, 12 here; seed 1 there, 2 here");
  }

  /** It was measured then, and is not measured again. */
  @Test
  void calibrationIsNoSettingThatCouldDiffer() throws Exception {
    ExperimentFolder.open(path, PLAN, false).write(PLAN.calibrated(13_000));
    assertThat(ExperimentFolder.open(path, PLAN, true).plan()).hasValue(PLAN.calibrated(13_000));
  }

  @Test
  void damagedPlanIsNamed() throws Exception {
    Files.createDirectories(path);
    Files.writeString(path.resolve("plan.json"), "{ \"schema\" : 1");
    assertThatIOException()
        .isThrownBy(() -> ExperimentFolder.open(path, PLAN, true))
        .withMessageContaining("plan.json is not a record");
    Files.writeString(path.resolve("plan.json"), "{ \"schema\" : 99 }");
    assertThatIOException()
        .isThrownBy(() -> ExperimentFolder.open(path, PLAN, true))
        .withMessageContaining("plan.json");
  }

  @Test
  void runWithoutARecordIsSetAsideAndDoneAgain() throws Exception {
    ExperimentFolder folder = ExperimentFolder.open(path, PLAN, false);
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
