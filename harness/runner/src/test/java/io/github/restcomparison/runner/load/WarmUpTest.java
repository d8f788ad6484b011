package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final OptionalLong UNKNOWN = OptionalLong.empty();
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final Duration SHORT = Duration.ofMillis(100);

  @Test
  void constantSeriesEndsItAfterTwoBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> 1_000, second -> 100)).isEqualTo(4);
    assertThat(warmUp.steady()).isTrue();
    assertThat(warmUp.answers()).isEqualTo(4_000);
    assertThat(warmUp.seconds().getLast().cpuMicrosPerRequest()).isEqualTo(100);
  }

  /** The rate grows by 8 % in two seconds, and still by more than 3 % after forty. */
  @Test
  void risingRateIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> 1_000 + 40 * second, second -> 100)).isEqualTo(40);
    assertThat(warmUp.steady()).isFalse();
  }

  /** At its ceiling, compilation does not raise the throughput, but lowers the cost. */
  @Test
  void fallingCostAtConstantRateIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    // the cost falls by 7 % per second, for twenty seconds
    int ended =
        seconds(
            warmUp,
            second -> 1_000,
            second -> (int) (1_000 * Math.pow(0.93, Math.min(second, 20))));
    assertThat(ended).isBetween(22, 24);
    assertThat(warmUp.steady()).isTrue();
  }

  /** A plateau: a constant rate, with 200 ms of compilation per second until the 15th. */
  @Test
  void compilationIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    warmUp.start(0, 0, OptionalLong.empty());
    int second = 0;
    for (; warmUp.goesOn(); second++) {
      answers(warmUp, 1_000);
      long compilingMs = 200L * Math.min(second + 1, 15) + 20L * Math.max(0, second - 14);
      warmUp.second(1_000L * (second + 1), 100L * (second + 1), OptionalLong.of(compilingMs));
    }
    // in four seconds, one with 200 ms and three with 20 ms pass: 260 <= 400; two would be 440
    assertThat(second).isEqualTo(18);
    assertThat(warmUp.steady()).isTrue();
    assertThat(warmUp.seconds().getFirst().compilingMs()).hasValue(200);
  }

  @Test
  void longRequestsNeedLongBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, Duration.ofSeconds(3));
    // All users are answered at once, every three seconds.
    int ended = seconds(warmUp, second -> second % 3 == 2 ? 500 : 0, second -> 10);
    assertThat(ended).isEqualTo(18);
    assertThat(warmUp.steady()).isTrue();
  }

  /** The service, and with it the sampler, stalled for 7 s. */
  @Test
  void rateUsesTheActualLengthOfASecond() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    warmUp.start(0, 0, OptionalLong.empty());
    long at = 0;
    for (int second = 0; second < 4; second++) {
      at += second == 2 ? 7_000 : 1_000;
      answers(warmUp, 1_000);
      warmUp.second(at, 100L * (second + 1), UNKNOWN);
    }
    assertThat(warmUp.goesOn()).isTrue();
    assertThat(warmUp.steady()).isFalse();
    assertThat(warmUp.tookSeconds()).isEqualTo(10);
  }

  @Test
  void limitUsesTheActualLengthOfASecond() {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(5), SHORT);
    warmUp.start(1_000, 0, OptionalLong.empty());
    warmUp.second(2_000, 0, UNKNOWN);
    assertThat(warmUp.goesOn()).isTrue();
    warmUp.second(6_000, 0, UNKNOWN);
    assertThat(warmUp.goesOn()).isFalse();
    assertThat(warmUp.tookSeconds()).isEqualTo(5);
  }

  @Test
  void limitOfZeroMeansNoWarmUp() {
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

  /** Simulates seconds with a number of answers and ms of CPU until the warm-up is over. */
  private static int seconds(WarmUp warmUp, IntUnaryOperator answers, IntUnaryOperator cpuMs) {
    int cpu = 0;
    warmUp.start(0, 0, OptionalLong.empty());
    int second = 0;
    for (; warmUp.goesOn(); second++) {
      answers(warmUp, answers.applyAsInt(second));
      cpu += cpuMs.applyAsInt(second);
      warmUp.second(1_000L * (second + 1), cpu, UNKNOWN);
    }
    return second;
  }

  private static void answers(WarmUp warmUp, int number) {
    for (int i = 0; i < number; i++) {
      warmUp.answered();
    }
  }
}
