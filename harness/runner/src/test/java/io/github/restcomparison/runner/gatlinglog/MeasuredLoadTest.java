package io.github.restcomparison.runner.gatlinglog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MeasuredLoadTest {
  private final MeasuredLoad load = MeasuredLoad.of("measured");

  /** Two users, answered together every 101 ms: two answers per 101 ms, not three in 187. */
  @Test
  void windowHoldsWholeWavesOfAnswers() {
    userStarts(1_000);
    userStarts(1_010);
    answer(1_000, 1_100);
    answer(1_010, 1_115); // as many answers as users: the ramp-up is over
    answer(1_100, 1_201);
    answer(1_115, 1_216);
    answer(1_201, 1_302);
    userEnds(1_302);
    answer(1_216, 1_317);
    userEnds(1_317);

    Window window = load.window().orElseThrow();
    assertThat(window).isEqualTo(new Window(1_115, 1_216));
    assertThat(window.seconds()).isEqualTo(0.101);
    assertThat(load.in(window).counts()).containsOnlyKeys(101).containsValue(2L);
    assertThat(load.latencies().total()).isEqualTo(6);
    // in 101 ms: 86 and 101 ms of the requests that end inside, 15 ms of one that ends later
    assertThat(load.inFlight(window)).isEqualTo(2);
  }

  /**
   * Alternating waits of 150 and 50 ms: the window begins with new requests, ends with old ones.
   */
  @Test
  void inFlightIsNotThroughputTimesLatencyIfLatenciesDiffer() {
    userStarts(1_000);
    answer(1_000, 1_150);
    answer(1_150, 1_200);
    answer(1_200, 1_350);
    answer(1_350, 1_400);
    userEnds(1_400);
    Window window = new Window(1_100, 1_300);
    assertThat(load.in(window).total()).isEqualTo(2);
    assertThat(load.inFlight(window)).isEqualTo(1);
    assertThat(load.inFlight(new Window(1_000, 1_190))).isEqualTo(1); // 5.3/s of 150 ms are 0.8
  }

  /** The expected figures come from percentiles.py beside the log, an independent reader. */
  @Test
  void percentilesEqualThoseOfAnIndependentReader() throws IOException {
    MeasuredLoad golden = MeasuredLoad.read(GoldenLog.file(), "readers");
    assertThat(golden.latencies().total()).isEqualTo(156);
    assertThat(golden.latencies().summary())
        .isEqualTo(new RunRecord.Latency(1, 32.955, 32, 61, 78, 81, 88, 97, 97));
  }

  @Test
  void oneRequestPerUserIsTooFewForAWindow() {
    userStarts(1_000);
    userStarts(1_000);
    answer(1_000, 1_100);
    userEnds(1_100);
    answer(1_000, 1_105);
    userEnds(1_105);
    assertThat(load.window()).isEmpty();
  }

  @Test
  void windowBeginsAfterTheLastUserHasStarted() {
    userStarts(1_000);
    answer(1_000, 1_100);
    answer(1_100, 1_200);
    userStarts(1_250);
    answer(1_200, 1_300);
    answer(1_250, 1_350);
    answer(1_300, 1_400);
    userEnds(1_400);
    answer(1_350, 1_450);
    userEnds(1_450);
    assertThat(load.window()).contains(new Window(1_250, 1_350));
  }

  @Test
  void windowEndsWhenTheFirstUserEnds() {
    userStarts(1_000);
    userStarts(1_000);
    answer(1_000, 1_100);
    answer(1_000, 1_100);
    answer(1_100, 1_150);
    answer(1_150, 1_180);
    userEnds(1_180); // from here on there is one user fewer
    answer(1_100, 1_200);
    answer(1_200, 1_300);
    answer(1_300, 1_400);
    userEnds(1_400);
    assertThat(load.window()).contains(new Window(1_100, 1_180));
  }

  @Test
  void failuresAreCountedByKindAndHaveNoLatency() {
    userStarts(0);
    load.request("GET", 0, 100, false, "status 500");
    load.request("GET", 100, 200, false, "status 500");
    load.error("could not be built", 200);
    userEnds(200);
    assertThat(load.ko()).isEqualTo(3);
    assertThat(load.koByKind())
        .containsEntry("status 500", 2L)
        .containsEntry("could not be built", 1L);
    assertThat(load.latencies().total()).isZero();
  }

  @Test
  void usersOfOtherScenariosDoNotCount() {
    load.user("warm-up", true, 0);
    load.user("warm-up", false, 500);
    userStarts(1_000);
    userEnds(1_100);
    assertThat(load.usersEnded()).isEqualTo(1);
    assertThat(load.firstStartMs()).isEqualTo(1_000);
    assertThat(load.lastEndMs()).isEqualTo(1_100);
  }

  /** In an open model the measured users warm up first, with requests that are not logged. */
  @Test
  void loadBeginsWithTheFirstLoggedRequest() {
    userStarts(1_000);
    answer(9_000, 9_100);
    assertThat(load.firstStartMs()).isEqualTo(9_000);
  }

  @Test
  void secondsAreCountedFromTheFirstRequest() {
    userStarts(1_500);
    answer(1_500, 1_600);
    answer(1_600, 2_499);
    load.request("GET", 2_499, 2_500, false, "status 500");
    answer(2_500, 2_700);
    userEnds(2_700);
    assertThat(load.seconds())
        .containsExactly(
            new Second(1_500, 2, 0, 100, 899, 899), new Second(2_500, 1, 1, 200, 200, 200));
  }

  private void userStarts(long at) {
    load.user("measured", true, at);
  }

  private void userEnds(long at) {
    load.user("measured", false, at);
  }

  private void answer(long start, long end) {
    load.request("GET", start, end, true, "");
  }
}
