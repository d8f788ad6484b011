package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long an experiment goes on. */
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
    assertThat(resumed.likely(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void whatIsLeftIsCountedDown() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    assertThat(time.left()).hasValue(Duration.ofSeconds(100));
    seconds += 30;
    assertThat(time.left()).hasValue(Duration.ofSeconds(70));
    seconds += 100;
    assertThat(time.left()).hasValue(Duration.ofSeconds(1));
  }

  /** 40 s were expected, 60 s it took: so the other 60 s will be 90 s. */
  @Test
  void runsThatTookLongerCorrectWhatIsLeft() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    seconds += 60;
    time.runEnded(Duration.ofSeconds(40));
    assertThat(time.left()).hasValue(Duration.ofSeconds(90));
    assertThat(time.likely(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void whatIsRepeatedComesOnTop() throws Exception {
    ExperimentTime time = time(Optional.empty(), 100);
    seconds += 50;
    time.runEnded(Duration.ofSeconds(50));
    time.expect(Duration.ofSeconds(50));
    assertThat(time.left()).hasValue(Duration.ofSeconds(100));
    seconds += 50;
    time.runEnded(Duration.ofSeconds(50));
    assertThat(time.left()).hasValue(Duration.ofSeconds(50));
  }

  @Test
  void noMoreIsLeftThanTheLimitAllows() throws Exception {
    ExperimentTime time = time(Optional.of(Duration.ofMinutes(1)), 100);
    seconds += 20;
    assertThat(time.left()).hasValue(Duration.ofSeconds(40));
    assertThat(time.isEnoughFor(Duration.ofSeconds(40))).isTrue();
    assertThat(time.isEnoughFor(Duration.ofSeconds(41))).isFalse();
    seconds += 90;
    assertThat(time.left()).hasValue(Duration.ofSeconds(1));
  }

  @Test
  void nothingIsSaidIfNobodyKnows() throws Exception {
    assertThat(time(Optional.of(Duration.ofMinutes(1)), 0).left()).isEmpty();
  }

  private ExperimentTime time(Optional<Duration> limit, int expectedSeconds) throws IOException {
    ExperimentTime time =
        new ExperimentTime(folder, limit, () -> TimeUnit.SECONDS.toNanos(seconds));
    time.expect(Duration.ofSeconds(expectedSeconds));
    return time;
  }
}
