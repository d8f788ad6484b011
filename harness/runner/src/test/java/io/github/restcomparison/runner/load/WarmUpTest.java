package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.records.RunSamples.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final double UNKNOWN = Double.NaN;
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final Duration SHORT = Duration.ofMillis(100);

  @Test
  void constantSeriesEndsItAfterTwoBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> 1_000, second -> 100)).isEqualTo(4);
    assertThat(warmUp.outcome().isSteady()).isTrue();
    assertThat(warmUp.endedRequests()).isEqualTo(4_000);
    assertThat(warmUp.seconds().getLast().cpuMicrosPerRequest()).isEqualTo(100);
  }

  /** The rate grows by 6 % in two seconds: by more than one wave of 100 ms. */
  @Test
  void risingRateIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> (int) (1_000 * Math.pow(1.03, second)), second -> 100))
        .isEqualTo(40);
    assertThat(warmUp.outcome().isSteady()).isFalse();
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
    assertThat(warmUp.outcome().isSteady()).isTrue();
  }

  /** A plateau: a constant rate, with 200 ms of compilation per second until the 15th. */
  @Test
  void compilationIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    warmUp.join();
    warmUp.sampled(0, 0, Double.NaN, UNKNOWN);
    int second = 0;
    for (; !warmUp.isOver(); second++) {
      responses(warmUp, 1_000);
      long compilingMs = 200L * Math.min(second + 1, 15) + 20L * Math.max(0, second - 14);
      warmUp.sampled(1_000L * (second + 1), 100L * (second + 1), compilingMs, UNKNOWN);
    }
    // in four seconds, one with 200 ms and three with 20 ms pass: 260 <= 400; two would be 440
    assertThat(second).isEqualTo(18);
    assertThat(warmUp.outcome().isSteady()).isTrue();
    assertThat(warmUp.seconds().getFirst().compilingMs()).isEqualTo(200);
  }

  @Test
  void longRequestsNeedLongBlocks() {
    WarmUp warmUp = new WarmUp(LIMIT, Duration.ofSeconds(3));
    // All users get responses together, every three seconds.
    int ended = seconds(warmUp, second -> second % 3 == 2 ? 500 : 0, second -> 10);
    assertThat(ended).isEqualTo(18);
    assertThat(warmUp.outcome().isSteady()).isTrue();
  }

  /** The service, and with it the sampler, stalled for 7 s. */
  @Test
  void rateUsesTheActualLengthOfASecond() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    warmUp.join();
    warmUp.sampled(0, 0, Double.NaN, UNKNOWN);
    long at = 0;
    for (int second = 0; second < 4; second++) {
      at += second == 2 ? 7_000 : 1_000;
      responses(warmUp, 1_000);
      warmUp.sampled(at, 100L * (second + 1), UNKNOWN, UNKNOWN);
    }
    assertThat(warmUp.isOver()).isFalse();
    assertThat(warmUp.outcome().isSteady()).isFalse();
    assertThat(warmUp.outcome().seconds()).isEqualTo(10);
  }

  @Test
  void limitUsesTheActualLengthOfASecond() {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(5), SHORT);
    warmUp.sampled(0, 0, UNKNOWN, UNKNOWN);
    warmUp.join(); // the time before does not count
    warmUp.sampled(1_000, 0, Double.NaN, UNKNOWN);
    warmUp.sampled(2_000, 0, UNKNOWN, UNKNOWN);
    assertThat(warmUp.isOver()).isFalse();
    warmUp.sampled(6_000, 0, UNKNOWN, UNKNOWN);
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.outcome().seconds()).isEqualTo(5);
  }

  @Test
  void limitOfZeroMeansNoWarmUp() {
    WarmUp warmUp = new WarmUp(Duration.ZERO, SHORT);
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.outcome()).isEqualTo(new WarmUp.Outcome(0, false, List.of()));
  }

  /** The injectors of a load end their warm-ups together, steady or not. */
  @Test
  void warmUpOfSeveralInjectorsEndsAtTheSameTime() throws InterruptedException {
    WarmUp lasting = endingAt(Instant.now().plusSeconds(3_600));
    lasting.begin();
    lasting.join();
    for (int second = 0; second <= 4; second++) {
      responses(lasting, 1_000);
      lasting.sampled(1_000L * second, 100L * second, UNKNOWN, UNKNOWN);
    }
    assertThat(lasting.outcome().isSteady()).isTrue();
    assertThat(lasting.isOver()).isFalse();
    lasting.end("early: the test is over");

    Instant end = Instant.now().plusMillis(300);
    WarmUp ending = endingAt(end);
    ending.begin();
    ending.join();
    await().atMost(Duration.ofSeconds(60)).until(ending::isOver);
    assertThat(Instant.now()).isAfterOrEqualTo(end);
  }

  private static WarmUp endingAt(Instant end) {
    return new WarmUp(LIMIT, SHORT, Optional.of(end), Drive.NONE, true);
  }

  /** Its compilers would take CPU from the service in the first measured seconds. */
  @Test
  void loadGeneratorThatCompilesIsNotSteady() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    warmUp.join();
    warmUp.sampled(0, 0, UNKNOWN, 0);
    int second = 0;
    for (; !warmUp.isOver(); second++) {
      responses(warmUp, 1_000);
      double jitMs = 200 * Math.min(second + 1, 15) + 20 * Math.max(0, second - 14);
      warmUp.sampled(1_000L * (second + 1), 100L * (second + 1), UNKNOWN, jitMs);
    }
    // as the service that compiles: 200 + 3 x 20 ms in four seconds are within 10 %
    assertThat(second).isEqualTo(18);
    assertThat(warmUp.outcome().isSteady()).isTrue();
  }

  /** The load shows whether the service continues to fail. */
  @Test
  void warmUpThatCannotSendAnotherRequestEnds() {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(40), Duration.ZERO);
    warmUp.end("early: no records");
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.outcome().doubts()).containsExactly("the warm-up ended early: no records");
  }

  @Test
  void failedRequestsAreNotedAndDoNotEndIt() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    responses(warmUp, 10);
    assertThat(warmUp.notes()).isEmpty();
    warmUp.exchanges().received(100, Map.of(), "status 503, expected 2xx");
    warmUp.exchanges().end();
    warmUp.exchanges().end(); // without a response
    assertThat(warmUp.isOver()).isFalse();
    assertThat(warmUp.notes())
        .containsExactly("2 of 12 requests of the warm-up failed: status 503, expected 2xx");
  }

  /** Quiet from the eighth second on: 1,000 ms of compilation in each second before. */
  @Test
  void compilersAreDrivenUntilTheyAreQuiet() {
    WarmUp warmUp = bothPhases();
    int driven = drive(warmUp, 1_000, second -> second < 8 ? 1_000 : 20);
    assertThat(driven).isEqualTo(10); // two quiet seconds
    assertThat(warmUp.isOver()).isFalse();
    assertThat(settle(warmUp, driven, 10)).isEqualTo(14);
    assertThat(warmUp.outcome().isSteady()).isTrue();
    assertThat(warmUp.outcome()).isEqualTo(new WarmUp.Outcome(14, true, List.of()));
    assertThat(warmUp.seconds().subList(0, 10))
        .allMatch(second -> second.phase() == Phase.DRIVE && second.answers() == 1_000);
    assertThat(warmUp.seconds().subList(10, 14))
        .allMatch(second -> second.phase() == Phase.SETTLE && second.answers() == 10);
  }

  /** The optimizing compiler has not begun: 500 responses a second are 6,000 after 12 s. */
  @Test
  void quietCompilersAreNotDoneBeforeTheyHaveBegun() {
    WarmUp warmUp = bothPhases();
    assertThat(drive(warmUp, 500, second -> 0)).isEqualTo(12);
    assertThat(settle(warmUp, 12, 10)).isEqualTo(16);
    assertThat(warmUp.outcome().isSteady()).isTrue();
  }

  /** Twenty responses a second: after 36 s the rest is for the settle phase. */
  @Test
  void driveThatEndsAtItsLimitIsNotSteady() {
    WarmUp warmUp = bothPhases();
    assertThat(drive(warmUp, 20, second -> 0)).isEqualTo(36);
    assertThat(settle(warmUp, 36, 20)).isEqualTo(40);
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.outcome().isSteady()).isFalse();
    assertThat(warmUp.outcome().doubts()).containsExactly("the warm-up ended at its limit");
  }

  /** One user gets nine or ten responses a second; each takes 3 to 7 ms of CPU. */
  @Test
  void fewResponsesMaySettle() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    assertThat(seconds(warmUp, second -> 10 - second / 2 % 2, second -> 50 + 20 * (second % 2)))
        .isEqualTo(4);
    assertThat(warmUp.outcome().isSteady()).isTrue();
  }

  @Test
  void driveAloneEndsTheWarmUp() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT, Optional.empty(), new Drive(100, 20, 0, 6_000), false);
    assertThat(warmUp.settles()).isFalse();
    assertThat(drive(warmUp, 3_000, second -> 0)).isEqualTo(2);
    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.outcome().isSteady()).isTrue();
  }

  /**
   * A service that waits: 2, 8, 32 users, and two quiet seconds after the last of 30 has joined.
   */
  @Test
  void usersJoinTheDriveWhileCpusAreIdle() {
    WarmUp warmUp = growing(30);
    List<Integer> driving = new ArrayList<>();
    int cpu = 0;
    warmUp.sampled(0, 0, 0, UNKNOWN);
    for (int second = 1; warmUp.drives(); second++) {
      responses(warmUp, 20);
      cpu += 900;
      driving.add((int) IntStream.range(0, 30).filter(warmUp::drives).count());
      warmUp.sampled(1_000L * second, cpu, 0, UNKNOWN);
    }
    assertThat(driving).containsExactly(2, 8, 30, 30);
    assertThat(warmUp.isOver()).isFalse();
  }

  /** On two CPUs, the threads of 30 requests would leave none to the compilers. */
  @Test
  void noOtherUserJoinsADriveThatKeepsTheCpusBusy() {
    WarmUp warmUp = growing(30);
    int compiled = 0;
    warmUp.sampled(0, 0, 0, UNKNOWN);
    for (int second = 1; warmUp.drives(); second++) {
      responses(warmUp, 500);
      compiled += second <= 9 ? 1_000 : 20;
      assertThat(warmUp.drives(1)).isTrue();
      assertThat(warmUp.drives(2)).isFalse();
      warmUp.sampled(1_000L * second, 1_100L * second, compiled, UNKNOWN);
    }
    assertThat(warmUp.seconds()).hasSize(11);
    assertThat(warmUp.isOver()).isFalse();
  }

  private static WarmUp growing(int users) {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT, Optional.empty(), new Drive(0, 0, 2, 0), true);
    IntStream.range(0, users).forEach(user -> assertThat(warmUp.join()).isEqualTo(user));
    return warmUp;
  }

  private static WarmUp bothPhases() {
    return new WarmUp(LIMIT, SHORT, Optional.empty(), new Drive(4, 20, 0, 6_000), true);
  }

  /** Simulates seconds until the drive is over, and returns how many. */
  private static int drive(WarmUp warmUp, int responses, IntUnaryOperator compilingMs) {
    warmUp.join();
    warmUp.sampled(0, 0, 0, UNKNOWN);
    int compiled = 0;
    int second = 0;
    for (; warmUp.drives(); second++) {
      compiled += compilingMs.applyAsInt(second);
      responses(warmUp, responses);
      warmUp.sampled(1_000L * (second + 1), 500L * (second + 1), compiled, UNKNOWN);
    }
    return second;
  }

  /** Simulates quiet seconds at the measured load, and returns at which the warm-up was over. */
  private static int settle(WarmUp warmUp, int from, int responses) {
    int second = from;
    for (; !warmUp.isOver(); second++) {
      responses(warmUp, responses);
      warmUp.sampled(1_000L * (second + 1), 500L * (second + 1), UNKNOWN, UNKNOWN);
    }
    return second;
  }

  /** Simulates seconds with a number of responses and ms of CPU until the warm-up is over. */
  private static int seconds(WarmUp warmUp, IntUnaryOperator responses, IntUnaryOperator cpuMs) {
    int cpu = 0;
    warmUp.join();
    warmUp.sampled(0, 0, Double.NaN, UNKNOWN);
    int second = 0;
    for (; !warmUp.isOver(); second++) {
      responses(warmUp, responses.applyAsInt(second));
      cpu += cpuMs.applyAsInt(second);
      warmUp.sampled(1_000L * (second + 1), cpu, UNKNOWN, UNKNOWN);
    }
    return second;
  }

  private static void responses(WarmUp warmUp, int number) {
    for (int i = 0; i < number; i++) {
      warmUp.exchanges().received(100, Map.of(), null);
      warmUp.exchanges().end();
    }
  }
}
