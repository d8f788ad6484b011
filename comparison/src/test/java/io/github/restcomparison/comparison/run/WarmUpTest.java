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
    assertThat(seconds(warmUp, second -> 1_000, second -> 100)).isEqualTo(10);
    assertThat(warmUp.steady()).isTrue();
    assertThat(warmUp.answers()).isEqualTo(10_000);
    assertThat(warmUp.seconds().getLast().cpuMicrosPerRequest()).isEqualTo(100);
  }

  /** 3 % more every five seconds, without end. */
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
    assertThat(ended).isBetween(26, 30);
    assertThat(warmUp.steady()).isTrue();
  }

  @Test
  void longRequestsNeedLongBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, Duration.ofSeconds(3));
    // All users are answered at once, every three seconds.
    int ended = seconds(warmUp, second -> second % 3 == 2 ? 500 : 0, second -> 10);
    assertThat(ended).isEqualTo(30);
    assertThat(warmUp.steady()).isTrue();
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
    warmUp.start(0);
    int second = 0;
    for (; warmUp.goesOn(); second++) {
      for (int i = 0; i < answers.applyAsInt(second); i++) {
        warmUp.answered();
      }
      cpu += cpuMs.applyAsInt(second);
      warmUp.second(1_000L * second, cpu);
    }
    return second;
  }
}
