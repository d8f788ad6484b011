package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.figures.Figures.Steadiness;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SteadinessTest {
  private final RecordedLoad load = new RecordedLoad();

  @Test
  void evenLoadIsSteady() throws IOException {
    answers(10, 0, 10_000, 1);
    Steadiness steadiness = of(10_000, 10, OptionalInt.empty());
    assertThat(steadiness.steady()).isTrue();
    assertThat(steadiness.notes()).isEmpty();
    assertThat(steadiness.longestStallMs()).isEqualTo(10);
  }

  /** 100/s, then 90/s: 10 % less; allowed are 5 % and one wave of 10 in 5 s, which is 2/s. */
  @Test
  void slowerSecondHalfIsNoted() throws IOException {
    answers(10, 0, 5_000, 1);
    answers(11, 5_000, 10_000, 1);
    Steadiness steadiness = of(10_000, 10, OptionalInt.empty());
    assertThat(steadiness.steady()).isFalse();
    assertThat(steadiness.notes())
        .containsExactly(
            "steady state not shown: 100 requests/s in the first half of the window, 91/s in the"
                + " second");
  }

  @Test
  void fasterSecondHalfIsNotedToo() throws IOException {
    answers(11, 0, 5_000, 100);
    answers(10, 5_000, 10_000, 100);
    assertThat(of(10_000, 10, OptionalInt.empty()).notes())
        .containsExactly(
            "steady state not shown: 9,080 requests/s in the first half of the window, 10,000/s in"
                + " the second");
  }

  /** 100/s, then 94.4/s: within 5 % and one wave of 10 in 5 s, but not with fewer users. */
  @Test
  void smallDifferenceIsNotNoted() throws IOException {
    answers(20, 0, 5_000, 2);
    answers(21, 5_000, 10_000, 2); // 95.2/s
    assertThat(of(10_000, 1, OptionalInt.empty()).steady()).isTrue();
  }

  /** 1000 answers every 100 ms: 6 waves in the first 550 ms, 5 in the second. */
  @Test
  void wavesOfAnswersAreSteady() throws IOException {
    answers(100, 0, 1_000, 1_000);
    load.answer(0, 1);
    answers(999, 1, 1_000, 999); // the wave at 1000 ms, and one more at the beginning
    Steadiness steadiness = of(1_100, 1_000, OptionalInt.empty());
    assertThat(steadiness.steady()).isTrue();
  }

  /** 200 threads answer 200 users every 100 ms; a request of each user takes 500 ms. */
  @Test
  void waveIsAsLargeAsTheRequestsThatWaitAtOnce() throws IOException {
    answers(100, 0, 5_000, 200);
    answers(125, 5_000, 10_000, 200); // a fifth less
    assertThat(of(10_000, 1_000, OptionalInt.of(200)).steady()).isFalse();
  }

  @Test
  void windowOfFewRequestTimesIsNotJudged() throws IOException {
    answers(100, 0, 900, 10);
    assertThat(of(999, 1, OptionalInt.empty()).steady()).isTrue();
    answers(1, 0, 100, 100);
    assertThat(of(999, 1, OptionalInt.empty()).steady()).isTrue();
    assertThat(of(1_000, 1, OptionalInt.empty()).steady()).isFalse();
  }

  @Test
  void windowOfOneMillisecondIsNotJudged() throws IOException {
    load.answer(1, 1);
    assertThat(of(KeptTime.all(new Window(0, 1)), 1, OptionalInt.empty(), 0).steady()).isTrue();
  }

  @Test
  void longStallIsNotedWithItsTime() throws IOException {
    answers(10, 0, 3_200, 1);
    answers(10, 9_190, 20_000, 1);
    Steadiness steadiness = of(20_000, 1_000, OptionalInt.empty());
    assertThat(steadiness.longestStallMs()).isEqualTo(6_000);
    assertThat(steadiness.notes())
        .containsExactly("no response for 6.0 s, from 3.2 s into the window");
  }

  /** Ten seconds at 100/s, but a stall of 2 s and its backlog, which the host is to blame for. */
  @Test
  void whatWasLeftOutIsNeitherAStallNorASlowHalf() throws IOException {
    answers(10, 0, 2_000, 1);
    answers(1, 4_000, 4_900, 1);
    answers(10, 5_000, 10_000, 1);
    KeptTime kept =
        new KeptTime(new Window(0, 10_000), List.of(new LeftOut(2_000, 5_000, "steal 9 %")));
    assertThat(of(kept, 10, OptionalInt.empty(), 10).notes()).isEmpty();
    assertThat(of(kept, 10, OptionalInt.empty(), 10).longestStallMs()).isEqualTo(10);
    assertThat(of(KeptTime.all(kept.window()), 10, OptionalInt.empty(), 10).notes()).hasSize(2);
  }

  /** 1000 users, 200 threads, 100 ms: a request takes 500 ms, a stall 2 x 500 ms + 500 ms. */
  @Test
  void stallOfTwoRequestTimesIsNotNoted() throws IOException {
    answers(10, 0, 2_000, 1);
    answers(10, 3_490, 20_000, 1);
    Steadiness steadiness = of(20_000, 1_000, OptionalInt.of(200));
    assertThat(steadiness.longestStallMs()).isEqualTo(1_500);
    assertThat(steadiness.notes()).isEmpty();
    Window end = load.log().longestStall(List.of(new Window(0, 21_501)));
    assertThat(end).isEqualTo(new Window(20_000, 21_501));
    assertThat(of(21_501, 1_000, OptionalInt.of(200)).notes())
        .containsExactly("no response for 1.5 s, from 20.0 s into the window");
  }

  /** Ten users are answered at once every 2 s, or one by one at random. */
  @Test
  void pausesOfUsersAreNeitherStallsNorUnsteady() throws IOException {
    answers(2_000, 0, 20_000, 10);
    assertThat(thinking("1900ms", 20_000).notes()).isEmpty();
    assertThat(of(20_000, 10, OptionalInt.empty()).notes()).hasSize(1);
    // 74 in the first half, 50 in the second
    answers(2_500, 0, 10_000, 6);
    assertThat(thinking("1900ms", 20_000).steady()).isFalse();
    assertThat(thinking("exp:1900ms", 20_000).steady()).isTrue();
  }

  private Steadiness thinking(String think, long endMs) throws IOException {
    GatlingLog log = load.log();
    KeptTime kept = KeptTime.all(new Window(0, endMs));
    return Steadiness.of(
        log, kept, log.figures(kept.parts(), List.of()).inWindow(), Loads.paced(10, think, "0s"));
  }

  private Steadiness of(long endMs, int users, OptionalInt workers) throws IOException {
    return of(KeptTime.all(new Window(0, endMs)), users, workers, 100);
  }

  private Steadiness of(KeptTime kept, int users, OptionalInt workers, int delayMs)
      throws IOException {
    GatlingLog log = load.log();
    return Steadiness.of(
        log,
        kept,
        log.figures(kept.parts(), List.of()).inWindow(),
        LoadSpec.closed(users, 1, delayMs, "fixed", workers, 0));
  }

  /** Adds answers at a fixed interval: the first after one interval, the last at the end. */
  private void answers(int everyMs, long fromMs, long toMs, int each) throws IOException {
    for (long at = fromMs + everyMs; at <= toMs; at += everyMs) {
      for (int i = 0; i < each; i++) {
        load.answer(at - 1, at);
      }
    }
  }
}
