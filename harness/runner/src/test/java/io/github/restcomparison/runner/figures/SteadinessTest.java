package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SteadinessTest {
  private static final WarmUp.Outcome WARM = new WarmUp.Outcome(10, true, List.of());
  private static final WarmUp.Outcome NO_WARM_UP = new WarmUp.Outcome(0, false, List.of());

  private final RecordedLoad load = new RecordedLoad();

  @Test
  void evenLoadIsSteady() throws IOException {
    responses(10, 0, 10_000, 1);
    Steadiness steadiness = of(10_000, 10, OptionalInt.empty());
    assertThat(steadiness.isSteady()).isTrue();
    assertThat(steadiness.notes()).isEmpty();
    assertThat(steadiness.stall().ms()).isEqualTo(10);
  }

  /** 100/s, then 90/s: 10 % less; allowed are 5 % and one wave of 10 in 5 s, which is 2/s. */
  @Test
  void slowerSecondHalfIsNoted() throws IOException {
    responses(10, 0, 5_000, 1);
    responses(11, 5_000, 10_000, 1);
    Steadiness steadiness = of(10_000, 10, OptionalInt.empty());
    assertThat(steadiness.isSteady()).isFalse();
    assertThat(steadiness.notes())
        .containsExactly(
            "not steady: 100 requests/s in the first half of the window, 91/s in the" + " second");
  }

  @Test
  void fasterSecondHalfIsNotedToo() throws IOException {
    responses(11, 0, 5_000, 100);
    responses(10, 5_000, 10_000, 100);
    assertThat(of(10_000, 10, OptionalInt.empty()).notes())
        .containsExactly(
            "not steady: 9,080 requests/s in the first half of the window, 10,000/s in"
                + " the second");
  }

  /** 100/s, then 94.4/s: within 5 % and one wave of 10 in 5 s, but not with fewer users. */
  @Test
  void smallDifferenceIsNotNoted() throws IOException {
    responses(20, 0, 5_000, 2);
    responses(21, 5_000, 10_000, 2); // 95.2/s
    assertThat(of(10_000, 1, OptionalInt.empty()).isSteady()).isTrue();
  }

  /** 1000 responses every 100 ms: 6 waves in the first 550 ms, 5 in the second. */
  @Test
  void wavesOfResponsesAreSteady() throws IOException {
    responses(100, 0, 1_000, 1_000);
    load.request(0, 1);
    responses(999, 1, 1_000, 999); // the wave at 1000 ms, and one more at the beginning
    Steadiness steadiness = of(1_100, 1_000, OptionalInt.empty());
    assertThat(steadiness.isSteady()).isTrue();
  }

  /** 200 threads respond to 200 users every 100 ms; a request of each user takes 500 ms. */
  @Test
  void waveHasAllWaitingRequests() throws IOException {
    responses(100, 0, 5_000, 200);
    responses(125, 5_000, 10_000, 200); // a fifth less
    assertThat(of(10_000, 1_000, OptionalInt.of(200)).isSteady()).isFalse();
  }

  @Test
  void windowOfFewRequestTimesIsNotJudged() throws IOException {
    responses(100, 0, 900, 10);
    assertThat(of(999, 1, OptionalInt.empty()).isSteady()).isTrue();
    responses(1, 0, 100, 100);
    assertThat(of(999, 1, OptionalInt.empty()).isSteady()).isTrue();
    assertThat(of(1_000, 1, OptionalInt.empty()).isSteady()).isFalse();
  }

  @Test
  void windowOfOneMillisecondIsNotJudged() throws IOException {
    load.request(1, 1);
    assertThat(of(KeptTime.whole(new Window(0, 1)), 1, OptionalInt.empty(), 0).isSteady()).isTrue();
  }

  @Test
  void longStallIsNotedWithItsTime() throws IOException {
    responses(10, 0, 3_200, 1);
    responses(10, 9_190, 20_000, 1);
    Steadiness steadiness = of(20_000, 1_000, OptionalInt.empty());
    assertThat(steadiness.stall().ms()).isEqualTo(6_000);
    assertThat(steadiness.notes())
        .containsExactly("no response for 6.0 s, from 3.2 s into the window");
  }

  /** Ten seconds at 100/s, but a stall of 2 s and its backlog, which the host is to blame for. */
  @Test
  void excludedTimeIsNeitherAStallNorASlowHalf() throws IOException {
    responses(10, 0, 2_000, 1);
    responses(1, 4_000, 4_900, 1);
    responses(10, 5_000, 10_000, 1);
    KeptTime kept =
        new KeptTime(new Window(0, 10_000), List.of(new ExcludedTime(2_000, 5_000, "steal 9 %")));
    assertThat(of(kept, 10, OptionalInt.empty(), 10).notes()).isEmpty();
    assertThat(of(kept, 10, OptionalInt.empty(), 10).stall().ms()).isEqualTo(10);
    assertThat(of(KeptTime.whole(kept.window()), 10, OptionalInt.empty(), 10).notes()).hasSize(2);
  }

  /** 1000 users, 200 threads, 100 ms: a request takes 500 ms, a stall 2 x 500 ms + 500 ms. */
  @Test
  void stallOfTwoRequestTimesIsNotNoted() throws IOException {
    responses(10, 0, 2_000, 1);
    responses(10, 3_490, 20_000, 1);
    Steadiness steadiness = of(20_000, 1_000, OptionalInt.of(200));
    assertThat(steadiness.stall().ms()).isEqualTo(1_500);
    assertThat(steadiness.stallNote()).isEmpty();
    Window end = load.log().longestStall(List.of(new Window(0, 21_501)));
    assertThat(end).isEqualTo(new Window(20_000, 21_501));
    assertThat(of(21_501, 1_000, OptionalInt.of(200)).stallNote())
        .contains("no response for 1.5 s, from 20.0 s into the window");
  }

  /** Ten users get responses together every 2 s, or one by one at random. */
  @Test
  void pausesOfUsersAreNeitherStallsNorUnsteady() throws IOException {
    responses(2_000, 0, 20_000, 10);
    assertThat(thinking("1900ms", 20_000).notes()).isEmpty();
    assertThat(of(20_000, 10, OptionalInt.empty()).notes()).hasSize(1);
    // 74 in the first half, 50 in the second
    responses(2_500, 0, 10_000, 6);
    assertThat(thinking("1900ms", 20_000).isSteady()).isFalse();
    assertThat(thinking("exp:1900ms", 20_000).isSteady()).isTrue();
  }

  /** The halves of README's jersey-async: 18.75 % apart; 5 % and a wave in 5 s are 7.5 %. */
  @Test
  void slowFirstHalfIsNotSteady() throws IOException {
    responses(1, 0, 5_000, 8);
    responses(2, 5_000, 10_000, 19);
    assertThat(of(10_000, 1_000, OptionalInt.empty()).doubts())
        .containsExactly("8,000 requests/s in the first half of the window, 9,500/s in the second");
  }

  /**
   * Halves of 9,600 and 10,000/s. On average 9,800/s, so 29 waves of 1000 are 3 s: 24,000 requests
   * in 3 s and 5,000 in the next 0.5 s.
   */
  @Test
  void slowFirstSecondsAreNotSteady() throws IOException {
    responses(1, 0, 3_000, 8);
    responses(1, 3_000, 30_000, 10);
    assertThat(of(30_000, 1_000, OptionalInt.empty()).doubts())
        .containsExactly(
            "8,286 requests/s in 3.5 s from 0.0 s into the window, 10,000/s in the rest");
  }

  /** Equal halves. 27,000 requests in 3 s, and 3,000 in the 0.3 s before and after. */
  @Test
  void dipInTheMiddleIsNotSteady() throws IOException {
    dip(9);
    assertThat(of(30_000, 1_000, OptionalInt.empty()).doubts())
        .containsExactly(
            "9,091 requests/s in 3.3 s from 13.1 s into the window, 10,000/s in the rest");
  }

  /** 30,000 of 33,000 requests in 2.73 s of 3 s; 273,000 in the other 27.27 s. */
  @Test
  void burstInTheMiddleIsNotSteadyEither() throws IOException {
    dip(11);
    assertThat(of(30_000, 1_000, OptionalInt.empty()).doubts())
        .containsExactly(
            "10,989 requests/s in 2.7 s from 13.5 s into the window, 10,011/s in the rest");
  }

  /** 4 % less for 3 s. */
  @Test
  void smallDipIsSteady() throws IOException {
    responses(1, 0, 13_500, 10);
    responses(5, 13_500, 16_500, 48);
    responses(1, 16_500, 30_000, 10);
    assertThat(of(30_000, 1_000, OptionalInt.empty()).doubts()).isEmpty();
  }

  private void dip(int perMs) throws IOException {
    responses(1, 0, 13_500, 10);
    responses(1, 13_500, 16_500, perMs);
    responses(1, 16_500, 30_000, 10);
  }

  /** The dip of 3 s is not one of the service: 27 s of 10,000/s are kept. */
  @Test
  void excludedDipIsSteady() throws IOException {
    dip(5);
    Window window = new Window(0, 30_000);
    ExcludedTime dip = new ExcludedTime(13_500, 16_500, "steal 9 %");
    assertThat(of(new KeptTime(window, List.of(dip)), 1_000, OptionalInt.empty(), 100).doubts())
        .isEmpty();
    assertThat(of(KeptTime.whole(window), 1_000, OptionalInt.empty(), 100).doubts()).hasSize(1);
  }

  /** 300 users every 700 ms: 3 s have four waves or five, which are 21 % less or more. */
  @Test
  void wavesThatFitIntoThreeSecondsOrNotAreSteady() throws IOException {
    responses(700, 0, 21_000, 300);
    assertThat(of(KeptTime.whole(new Window(0, 21_000)), 300, OptionalInt.empty(), 700).doubts())
        .isEmpty();
  }

  /** Of 20 waves one takes twice as long: four in 3.5 s, 16 in the other 11.2 s. */
  @Test
  void lateWaveIsNotSteady() throws IOException {
    responses(700, 0, 7_000, 300);
    responses(700, 7_700, 14_700, 300);
    assertThat(of(KeptTime.whole(new Window(0, 14_700)), 300, OptionalInt.empty(), 700).doubts())
        .containsExactly("343 requests/s in 3.5 s from 4.9 s into the window, 429/s in the rest");
  }

  /**
   * 100 users, 100 ms and a pause of 900 ms on average: a cycle varies by 0.9 of its mean. 300 of
   * 3000 requests have an error of √(1/300 + 1/2700) = 6.1 %, times 0.9; of 40 stretches one
   * exceeds 4.4 of them in 0.27 %: 24 %, and the 5 % of all.
   */
  @Test
  void randomPausesMayCauseADip() throws IOException {
    responses(10, 0, 13_500, 1);
    responses(40, 13_500, 16_500, 3); // 75/s: 300 requests in 3.75 s are 80/s
    responses(10, 16_500, 30_000, 1);
    assertThat(thinking(100, "900ms", 30_000).doubts()).hasSize(1);
    assertThat(thinking(100, "exp:900ms", 30_000).doubts()).isEmpty();
  }

  @Test
  void randomPausesDoNotCauseALongDip() throws IOException {
    responses(10, 0, 13_500, 1);
    responses(50, 13_500, 16_500, 1); // 20/s: 300 requests in 5.4 s are 56/s
    responses(10, 16_500, 30_000, 1);
    assertThat(thinking(100, "exp:900ms", 30_000).doubts())
        .containsExactly("56 requests/s in 5.4 s from 11.1 s into the window, 100/s in the rest");
  }

  /** Ten users of a service with exponential latencies of 100 ms are steady, as far as they can. */
  @Test
  void randomLatenciesAreSteady() throws IOException {
    Random random = new Random(3);
    int unsteady = 0;
    for (int run = 0; run < 100; run++) {
      RecordedLoad users = new RecordedLoad();
      for (int user = 0; user < 10; user++) {
        double at = 0;
        while (at < 60_000) {
          double latency = -100 * Math.log(1 - random.nextDouble());
          users.request((long) at, (long) (at + latency));
          at += latency;
        }
      }
      Steadiness steadiness =
          of(users.log(), KeptTime.whole(new Window(1_000, 59_000)), 10, OptionalInt.empty(), 0);
      unsteady += steadiness.isSteady() ? 0 : 1;
    }
    assertThat(unsteady).isLessThanOrEqualTo(2);
  }

  @Test
  void warmUpThatDidNotEndSteadyIsADoubt() throws IOException {
    responses(10, 0, 10_000, 1);
    WarmUp.Outcome unsteady =
        new WarmUp.Outcome(40, false, List.of("the warm-up ended at its limit"));
    assertThat(of(10_000, unsteady).notes())
        .containsExactly("not steady: the warm-up ended at its limit");
    assertThat(of(10_000, NO_WARM_UP).isSteady()).as("the window alone decides").isTrue();
  }

  @Test
  void shortWindowIsNotJudged() throws IOException {
    responses(10, 0, 900, 1);
    assertThat(of(900, WARM).isSteady()).isTrue();
    assertThat(of(900, NO_WARM_UP).notes())
        .containsExactly("not steady: there was no warm-up, and too few requests were measured");
  }

  private Steadiness of(long endMs, WarmUp.Outcome warmUp) throws IOException {
    Load settings = ClosedLoad.of(10, 1, 100, Wait.FIXED, OptionalInt.empty(), 0);
    return of(load.log(), KeptTime.whole(new Window(0, endMs)), settings, warmUp);
  }

  /** 100/s, then 200/s, as the schedule has it. */
  @Test
  void growingRateIsNotJudged() throws IOException {
    responses(10, 0, 10_000, 1);
    responses(5, 10_000, 20_000, 1);
    KeptTime kept = KeptTime.whole(new Window(0, 20_000));
    assertThat(of(load.log(), kept, open("100..200/s"), WARM).isSteady()).isTrue();
    assertThat(of(load.log(), kept, open("150/s"), WARM).isSteady()).isFalse();
    assertThat(of(load.log(), kept, open("100..200/s"), NO_WARM_UP).doubts())
        .containsExactly("there was no warm-up, and the rate is not constant");
  }

  /** A pool of 1000 connections, of which 100/s x 100 ms need ten. */
  @Test
  void dipOfAnOpenModelIsNotHiddenByItsPool() throws IOException {
    responses(10, 0, 13_500, 1);
    responses(20, 13_500, 16_500, 1);
    responses(10, 16_500, 30_000, 1);
    assertThat(of(load.log(), KeptTime.whole(new Window(0, 30_000)), open("100/s"), WARM).doubts())
        .singleElement()
        .asString()
        .endsWith("100/s in the rest");
  }

  private static Load open(String rate) {
    return ClosedLoad.of(1, 1, 100, Wait.FIXED, OptionalInt.empty(), 0)
        .with(new OpenModel(OpenModel.Rate.of(rate), 20), OptionalInt.of(1_000), false);
  }

  private Steadiness thinking(String think, long endMs) throws IOException {
    return thinking(10, think, endMs);
  }

  private Steadiness thinking(int users, String think, long endMs) throws IOException {
    KeptTime kept = KeptTime.whole(new Window(0, endMs));
    return of(load.log(), kept, Loads.paced(users, think, "0s"), WARM);
  }

  private Steadiness of(long endMs, int users, OptionalInt workers) throws IOException {
    return of(KeptTime.whole(new Window(0, endMs)), users, workers, 100);
  }

  private Steadiness of(KeptTime kept, int users, OptionalInt workers, int delayMs)
      throws IOException {
    return of(load.log(), kept, users, workers, delayMs);
  }

  private static Steadiness of(
      GatlingLog log, KeptTime kept, int users, OptionalInt workers, int delayMs)
      throws IOException {
    return of(log, kept, ClosedLoad.of(users, 1, delayMs, Wait.FIXED, workers, 0), WARM);
  }

  private static Steadiness of(GatlingLog log, KeptTime kept, Load settings, WarmUp.Outcome warmUp)
      throws IOException {
    Latencies latencies = log.figures(kept.parts(), List.of()).inWindow();
    return Steadiness.of(log, kept, latencies, settings, warmUp, List.of());
  }

  /** Adds responses at a fixed interval: the first after one interval, the last at the end. */
  private void responses(int everyMs, long fromMs, long toMs, int each) throws IOException {
    for (long at = fromMs + everyMs; at <= toMs; at += everyMs) {
      for (int i = 0; i < each; i++) {
        load.request(at - 1, at);
      }
    }
  }
}
