package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warm-ups of a second each, which is too short to be steady: they end at their limit. */
class MeetingTest {
  @TempDir private Path folder;

  @Test
  void warmUpGoesOnUntilTheOtherIsWarm() {
    WarmUp one = warmUp("one", "other", 5);
    WarmUp other = warmUp("other", "one", 6);
    for (int second = 1; second <= 5; second++) {
      pass(one, second);
      pass(other, second);
    }
    assertThat(one.goesOn()).isTrue();
    assertThat(other.goesOn()).isTrue();
    pass(other, 6);
    assertThat(other.goesOn()).isFalse();
    pass(one, 6);
    assertThat(one.goesOn()).isFalse();
  }

  /** The other may have failed. */
  @Test
  void nobodyWaitsForLongerThanTheLimit() {
    WarmUp one = warmUp("one", "other", 3);
    for (int second = 1; second <= 5; second++) {
      pass(one, second);
      assertThat(one.goesOn()).isTrue();
    }
    pass(one, 6);
    assertThat(one.goesOn()).isFalse();
    assertThat(Files.exists(folder.resolve("one"))).isTrue();
  }

  private static void pass(WarmUp warmUp, int second) {
    warmUp.answered();
    warmUp.second(1_000L * second, 10L * second * second, OptionalLong.of(900L * second));
  }

  private WarmUp warmUp(String own, String other, int limitSeconds) {
    WarmUp warmUp =
        new WarmUp(
            Duration.ofSeconds(limitSeconds),
            Duration.ofMillis(100),
            Optional.empty(),
            Optional.empty(),
            true,
            Optional.of(new Meeting(folder, own, other)));
    warmUp.start(0, 0, OptionalLong.of(0));
    return warmUp;
  }
}
