package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.TimeSpent.Part;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunSamples;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an experiment's time went into, and what is left of it. */
class TimeTest {
  private static final TimeSpent NOTHING = new TimeSpent(0, 0, 0, Map.of());

  private long seconds = 1_000;

  @Test
  void itIsDividedInWholePercents() {
    TimeSpent spent =
        NOTHING
            .plus(Duration.ofSeconds(70), Map.of(Part.CALIBRATION, 70_000L))
            .plus(
                Duration.ofSeconds(930),
                Map.of(Part.WARM_UP, 400_000L, Part.LOAD, 450_000L, Part.END, 30_000L));
    assertThat(spent.sentence())
        .isEqualTo(
            "It took 16 min 40 s: 40 % warm-up, 45 % measured load, 3 % end of a run, 7 %"
                + " calibration, 5 % all else.");
    assertThat(NOTHING.sentence()).isEqualTo("nothing was measured");
  }

  @Test
  void itIsKeptOverInterruptions(@TempDir Path folder) throws Exception {
    assertThat(TimeSpent.in(folder)).isEqualTo(NOTHING);
    TimeAccount account = TimeAccount.of(folder);
    Thread.sleep(2);
    account.was(Part.HOST_CHECK);
    TimeSpent kept = TimeSpent.in(folder);
    assertThat(kept.aroundMs()).containsOnlyKeys(Part.HOST_CHECK);
    assertThat(kept.elapsedMs())
        .isGreaterThanOrEqualTo(kept.aroundMs().get(Part.HOST_CHECK))
        .isPositive();
    assertThat(TimeAccount.of(folder).used()).isGreaterThanOrEqualTo(Duration.ofMillis(2));
  }

  /** Until November 22, 2026 nothing else was told apart. */
  @Test
  void fileOfBeforeIsRead(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("time.json"), "{\"elapsedMs\": 1000, \"warmUpMs\": 400, \"loadMs\": 450}");
    assertThat(TimeSpent.in(folder).sentence())
        .isEqualTo("It took 1 s: 40 % warm-up, 45 % measured load, 15 % all else.");
  }

  /** A run that is left as Gatling's JVM leaves it. */
  @Test
  void aRunDividesByItsOwnRecord(@TempDir Path folder) throws Exception {
    RunFolder run = new RunFolder(folder.resolve("run"));
    Files.createDirectories(run.path());
    for (String file : List.of("run.json", "samples.json")) {
      try (InputStream recorded =
          TimeTest.class.getResourceAsStream("/run-folder/first-version/" + file)) {
        Files.write(run.path().resolve(file), recorded.readAllBytes());
      }
    }
    TimeAccount account = TimeAccount.of(folder);
    account.begins();
    account.ran(run.readRecord(), run);
    RunSamples samples = run.readSamples().orElseThrow();
    TimeSpent spent = TimeSpent.in(folder);
    assertThat(spent.warmUpMs()).isEqualTo(1_000);
    assertThat(spent.loadMs()).isEqualTo(samples.loadEndMs() - samples.loadStartMs());
    // It came up at 03:49:49.600; its JVM seems to have been up before it began, which is no time.
    assertThat(spent.aroundMs())
        .containsEntry(
            Part.SERVICE_START,
            samples.loadStartMs()
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
    assertThat(ExpectedTime.of(Plans.plan(1, 1)))
        .isEqualTo(Duration.ofSeconds(27 * 4 + 50 + 3 * 10));
  }

  @Test
  void whatIsLeftIsCountedDownAndNeverLessThanWhatComesAfter() {
    TimeLeft left = left(Optional.empty(), 100);
    left.begins(Duration.ofSeconds(40));
    assertThat(left.left()).hasValue(Duration.ofSeconds(100));
    seconds += 30;
    assertThat(left.left()).hasValue(Duration.ofSeconds(70));
    seconds += 30; // the first part takes longer than expected: 60 s are still to come
    assertThat(left.left()).hasValue(Duration.ofSeconds(60));
  }

  /** 40 s were expected, 60 s it took: so the other 60 s will be 90 s. */
  @Test
  void whatWasTakenCorrectsWhatIsExpected() {
    TimeLeft left = left(Optional.empty(), 100);
    left.begins(Duration.ofSeconds(40));
    seconds += 60;
    left.ended();
    assertThat(left.left()).hasValue(Duration.ofSeconds(90));
    assertThat(left.likely(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(30));
    seconds += 15; // the host is busy, and waited for: all that was left is left
    assertThat(left.left()).hasValue(Duration.ofSeconds(90));
  }

  @Test
  void whatIsRepeatedComesOnTop() {
    TimeLeft left = left(Optional.empty(), 100);
    left.begins(Duration.ofSeconds(50));
    seconds += 50;
    left.ended();
    left.repeats(Duration.ofSeconds(50));
    assertThat(left.left()).hasValue(Duration.ofSeconds(100));
    seconds += 50;
    left.ended();
    assertThat(left.left()).hasValue(Duration.ofSeconds(50));
  }

  @Test
  void noMoreIsLeftThanTheLimitAllowsAndNothingIsSaidWhereNobodyKnows() {
    TimeLeft left = left(Optional.of(Duration.ofSeconds(60)), 100);
    seconds += 20;
    assertThat(left.left()).hasValue(Duration.ofSeconds(40));
    seconds += 90;
    assertThat(left.left()).hasValue(Duration.ofSeconds(1));
    assertThat(TimeLeft.unknown().left()).isEmpty();
  }

  private TimeLeft left(Optional<Duration> limit, int expectedSeconds) {
    return new TimeLeft(
        Duration.ofSeconds(expectedSeconds), limit, () -> TimeUnit.SECONDS.toNanos(seconds));
  }
}
