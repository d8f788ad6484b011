package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.ExperimentTime.Part;
import io.github.restcomparison.compare.experiment.ExperimentTime.Spent;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunSamples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an experiment's time went into, and what is left of it. */
class ExperimentTimeTest {
  @TempDir private Path folder;
  private long seconds = 1_000;

  @Test
  void itIsDividedInWholePercents() throws Exception {
    assertThat(new ExperimentTime(folder).sentence()).isEqualTo("nothing was measured");
    Map<Part, Long> parts =
        Map.of(
            Part.WARM_UP,
            400_000L,
            Part.LOAD,
            450_000L,
            Part.END,
            30_000L,
            Part.CALIBRATION,
            70_000L);
    JsonFiles.write(folder.resolve("time.json"), new Spent(1_000_000, parts));
    assertThat(new ExperimentTime(folder).sentence())
        .isEqualTo(
            "It took 16 min 40 s: 40 % warm-up, 45 % measured load, 3 % end of a run, 7 %"
                + " calibration, 5 % other.");
  }

  @Test
  void itIsKeptOverInterruptions() throws Exception {
    ExperimentTime time = new ExperimentTime(folder, () -> TimeUnit.SECONDS.toNanos(seconds));
    seconds += 2;
    time.book(Part.HOST_CHECK);
    seconds += 2;
    time.book(Part.PAGES);
    assertThat(JsonFiles.read(folder.resolve("time.json"), Spent.class))
        .isEqualTo(new Spent(4_000, Map.of(Part.HOST_CHECK, 2_000L, Part.PAGES, 2_000L)));
    assertThat(new ExperimentTime(folder).used()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
  }

  /** A run that is left as Gatling's JVM leaves it. */
  @Test
  void aRunDividesByItsOwnRecord() throws Exception {
    RunFolder run = new RunFolder(folder.resolve("run"));
    Files.createDirectories(run.path());
    for (String file : List.of("run.json", "samples.json")) {
      try (InputStream recorded =
          ExperimentTimeTest.class.getResourceAsStream("/run-folder/recorded/" + file)) {
        Files.write(run.path().resolve(file), recorded.readAllBytes());
      }
    }
    ExperimentTime time = new ExperimentTime(folder);
    time.begin(Duration.ofSeconds(10), false);
    time.end(run.readRecord(), run);
    RunSamples samples = run.readSamples().orElseThrow();
    // It came up at 03:49:49.600; its JVM seems to have been up before it began, which is no time.
    assertThat(JsonFiles.read(folder.resolve("time.json"), Spent.class).partsMs())
        .containsEntry(Part.WARM_UP, 1_000L)
        .containsEntry(Part.LOAD, samples.load().loadEndMs() - samples.load().loadStartMs())
        .containsEntry(
            Part.SERVICE_START,
            samples.load().loadStartMs()
                - 1_000
                - Instant.parse("2026-11-21T03:49:49.600Z").toEpochMilli())
        .doesNotContainKey(Part.GENERATOR_START);
  }

  /**
   * 7 s around the load, half of 40 s warm-up; 100 requests of 100 ms take 10 s, and five times
   * that where 200 workers serve 1,000 users. Two entries have no pool; so does the control.
   */
  @Test
  void beforehandTheBoundsTellHowLongItTakes() {
    assertThat(ExperimentTime.expected(Plans.plan(1, 1)))
        .isEqualTo(Duration.ofSeconds(27 * 4 + 50 + 3 * 10));
  }

  @Test
  void whatIsLeftIsCountedDownAndNeverLessThanWhatComesAfter() throws Exception {
    ExperimentTime left = left(OptionalLong.empty(), 100);
    left.begin(Duration.ofSeconds(40), false);
    assertThat(left.left()).hasValue(Duration.ofSeconds(100));
    seconds += 30;
    assertThat(left.left()).hasValue(Duration.ofSeconds(70));
    seconds += 30; // the first part takes longer than expected: 60 s are still to come
    assertThat(left.left()).hasValue(Duration.ofSeconds(60));
  }

  /** 40 s were expected, 60 s it took: so the other 60 s will be 90 s. */
  @Test
  void whatWasTakenCorrectsWhatIsExpected() throws Exception {
    ExperimentTime left = left(OptionalLong.empty(), 100);
    left.begin(Duration.ofSeconds(40), false);
    seconds += 60;
    left.end();
    assertThat(left.left()).hasValue(Duration.ofSeconds(90));
    assertThat(left.likely(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(30));
    seconds += 15; // the host is busy, and waited for: all that was left is left
    assertThat(left.left()).hasValue(Duration.ofSeconds(90));
  }

  @Test
  void whatIsRepeatedComesOnTop() throws Exception {
    ExperimentTime left = left(OptionalLong.empty(), 100);
    left.begin(Duration.ofSeconds(50), false);
    seconds += 50;
    left.end();
    left.begin(Duration.ofSeconds(50), true);
    assertThat(left.left()).hasValue(Duration.ofSeconds(100));
    seconds += 50;
    left.end();
    assertThat(left.left()).hasValue(Duration.ofSeconds(50));
  }

  @Test
  void noMoreIsLeftThanTheLimitAllowsAndNothingIsSaidWhereNobodyKnows() throws Exception {
    ExperimentTime left = left(OptionalLong.of(60_000), 100);
    seconds += 20;
    assertThat(left.left()).hasValue(Duration.ofSeconds(40));
    seconds += 90;
    assertThat(left.left()).hasValue(Duration.ofSeconds(1));
    assertThat(new ExperimentTime(folder).left()).isEmpty();
  }

  private ExperimentTime left(OptionalLong limitMs, int expectedSeconds) throws IOException {
    ExperimentTime time = new ExperimentTime(folder, () -> TimeUnit.SECONDS.toNanos(seconds));
    time.expect(Duration.ofSeconds(expectedSeconds), limitMs);
    return time;
  }
}
