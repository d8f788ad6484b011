package io.github.restcomparison.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final Duration SHORT = Duration.ofMillis(100);

  @Test
  void flatSeriesEndsItAfterTwoBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> 1_000, second -> 100)).isEqualTo(8);
    assertThat(warmUp.steady()).isTrue();
    assertThat(warmUp.answers()).isEqualTo(8_000);
    assertThat(warmUp.seconds().getLast().cpuMicrosPerRequest()).isEqualTo(100);
  }

  /** 2.8 % more after four seconds, and more than 2 % still after forty. */
  @Test
  void risingRateIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> 1_000 + 7 * second, second -> 100)).isEqualTo(40);
    assertThat(warmUp.steady()).isFalse();
  }

  /** A service at its ceiling answers no faster for being compiled, but more cheaply. */
  @Test
  void fallingCostAtConstantRateIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    int ended = seconds(warmUp, second -> 1_000, second -> second < 20 ? 400 - 15 * second : 100);
    assertThat(ended).isBetween(24, 28);
    assertThat(warmUp.steady()).isTrue();
  }

  @Test
  void longRequestsNeedLongBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, Duration.ofSeconds(3));
    // All users are answered at once, every three seconds.
    int ended = seconds(warmUp, second -> second % 3 == 2 ? 500 : 0, second -> 10);
    assertThat(ended).isEqualTo(24);
    assertThat(warmUp.steady()).isTrue();
  }

  /** The service, and with it the sampler, stood still for 7 s: the rate is that of the time. */
  @Test
  void longSecondIsTakenForWhatItIs() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    warmUp.start(0, 0);
    long at = 0;
    for (int second = 0; second < 8; second++) {
      at += second == 6 ? 7_000 : 1_000;
      answers(warmUp, 1_000);
      warmUp.second(at, 100L * (second + 1));
    }
    assertThat(warmUp.goesOn()).isTrue();
    assertThat(warmUp.steady()).isFalse();
    assertThat(warmUp.tookSeconds()).isEqualTo(14);
  }

  @Test
  void longSecondsCountForTheLimit() {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(5), SHORT);
    warmUp.start(1_000, 0);
    warmUp.second(2_000, 0);
    assertThat(warmUp.goesOn()).isTrue();
    warmUp.second(6_000, 0);
    assertThat(warmUp.goesOn()).isFalse();
    assertThat(warmUp.tookSeconds()).isEqualTo(5);
  }

  @Test
  void limitOfNothingIsNoWarmUp() {
    WarmUp warmUp = new WarmUp(Duration.ZERO, SHORT);
    assertThat(warmUp.goesOn()).isFalse();
    assertThat(warmUp.steady()).isFalse();
  }

  @Test
  void failureEndsIt() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(warmUp.goesOn()).isTrue();
    warmUp.failed();
    assertThat(warmUp.goesOn()).isFalse();
    assertThat(warmUp.steady()).isFalse();
  }

  /** Plays seconds with so many answers and so many ms of CPU until it is over. */
  private static int seconds(WarmUp warmUp, IntUnaryOperator answers, IntUnaryOperator cpuMs) {
    int cpu = 0;
    warmUp.start(0, 0);
    int second = 0;
    for (; warmUp.goesOn(); second++) {
      answers(warmUp, answers.applyAsInt(second));
      cpu += cpuMs.applyAsInt(second);
      warmUp.second(1_000L * (second + 1), cpu);
    }
    return second;
  }

  private static void answers(WarmUp warmUp, int number) {
    for (int i = 0; i < number; i++) {
      warmUp.answered();
    }
  }
}
