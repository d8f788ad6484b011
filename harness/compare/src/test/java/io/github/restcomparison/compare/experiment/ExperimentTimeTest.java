package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The used and the remaining time of an experiment. */
class ExperimentTimeTest {
  @TempDir private Path folder;
  private long seconds = 1_000;

  @Test
  void usedTimeIsKeptOverInterruptions() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    seconds += 4;
    time.runEnded(Duration.ofSeconds(2));
    assertThat(time.used()).isEqualTo(Duration.ofSeconds(4));
    seconds += 1_000;
    ExperimentTime resumed = time(Optional.empty(), 100);
    assertThat(resumed.used()).isEqualTo(Duration.ofSeconds(4));
    assertThat(resumed.expected(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void remainingTimeIsCountedDown() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(100));
    seconds += 30;
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(70));
    seconds += 100;
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(1));
  }

  /** 40 s were expected, 60 s it took: so the other 60 s will be 90 s. */
  @Test
  void longerRunsCorrectTheRemainingTime() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    seconds += 60;
    time.runEnded(Duration.ofSeconds(40));
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(90));
    assertThat(time.expected(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void repeatedRoundsAddToTheRemainingTime() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    seconds += 50;
    time.runEnded(Duration.ofSeconds(50));
    time.addEstimate(Duration.ofSeconds(50));
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(100));
    seconds += 50;
    time.runEnded(Duration.ofSeconds(50));
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(50));
  }

  @Test
  void noMoreIsLeftThanTheLimitAllows() throws Exception {
    ExperimentTime time = time(Optional.of(Duration.ofMinutes(1)), 100);
    seconds += 20;
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(40));
    assertThat(time.isEnoughFor(Duration.ofSeconds(40))).isTrue();
    assertThat(time.isEnoughFor(Duration.ofSeconds(41))).isFalse();
    seconds += 90;
    assertThat(time.remaining()).hasValue(Duration.ofSeconds(1));
  }

  @Test
  void remainingTimeMayBeUnknown() throws Exception {
    assertThat(time(Optional.of(Duration.ofMinutes(1)), 0).remaining()).isEmpty();
  }

  /** {@link ScheduleTest} has the rounds of 184 s and 111 s. */
  @Test
  void loadsOfAStudyShareItsLimitByTheirRounds() throws Exception {
    Duration limit = Duration.ofMinutes(20);
    Map<Path, ExperimentPlan> plans = new LinkedHashMap<>();
    ExperimentPlan first = Plans.within(Plans.plan(1), limit.toMillis());
    ExperimentPlan second = Plans.within(Plans.paced(), limit.toMillis());
    plans.put(folder.resolve("one"), first);
    plans.put(folder.resolve("two"), second);
    long all = 184 + 111;
    assertThat(limit("one", plans)).hasValue(Duration.ofMillis(1_200_000 * 184 / all));
    assertThat(limit("two", plans)).hasValue(Duration.ofMillis(1_200_000));
    ExperimentTime one = time("one", plans);
    seconds += 900;
    one.runEnded(Duration.ofSeconds(2));
    assertThat(limit("two", plans)).as("what is left").hasValue(Duration.ofSeconds(300));
    ExperimentTime two = time("two", plans);
    seconds += 400;
    two.runEnded(Duration.ofSeconds(2));
    assertThat(limit("one", plans)).hasValue(Duration.ofMillis(1_200_000 * 184 / all));
    assertThat(limit("two", plans)).as("what is left").hasValue(Duration.ofSeconds(300));
  }

  private Optional<Duration> limit(String load, Map<Path, ExperimentPlan> plans)
      throws IOException {
    return time(load, plans).limit();
  }

  private ExperimentTime time(String load, Map<Path, ExperimentPlan> plans) throws IOException {
    return ExperimentTime.of(folder.resolve(load), plans, () -> TimeUnit.SECONDS.toNanos(seconds));
  }

  private ExperimentTime time(Optional<Duration> limit, int expectedSeconds) throws IOException {
    ExperimentTime time =
        new ExperimentTime(folder, limit, () -> TimeUnit.SECONDS.toNanos(seconds));
    time.addEstimate(Duration.ofSeconds(expectedSeconds));
    return time;
  }
}
