package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class KeptTimeTest {
  private static final Window WINDOW = new Window(1_000, 21_000);

  @Test
  void partsLieBetweenExcludedTimes() throws IOException {
    assertThat(kept(5_000, 8_000, 10_000, 12_000).parts())
        .containsExactly(
            new Window(1_000, 5_000), new Window(8_000, 10_000), new Window(12_000, 21_000));
    assertThat(kept(1_000, 4_000, 3_000, 6_000, 20_000, 21_000).parts())
        .as("they overlap one another, and lie at the ends")
        .containsExactly(new Window(6_000, 20_000));
    assertThat(kept().parts()).containsExactly(WINDOW);
    assertThat(kept(1_000, 21_000).parts()).isEmpty();
  }

  @Test
  void halfOfTheWindowMustBeLeft() throws IOException {
    assertThat(kept(1_000, 11_000).isEnough()).isTrue();
    assertThat(kept(1_000, 11_001).isEnough()).isFalse();
    assertThat(kept(1_000, 11_001).objection())
        .hasValue(
            "the host left 10.0 of 20.0 s undisturbed; at least half of the window and 5 s are needed");
  }

  @Test
  void fiveSecondsMustBeLeft() throws IOException {
    Window seven = new Window(0, 7_000);
    assertThat(new KeptTime(seven, List.of(leftOut(0, 2_000))).isEnough()).isTrue();
    assertThat(new KeptTime(seven, List.of(leftOut(0, 2_001))).isEnough()).isFalse();
    assertThat(KeptTime.whole(new Window(0, 300)).isEnough()).as("nothing left out").isTrue();
    assertThat(new KeptTime(new Window(0, 4_000), List.of(leftOut(0, 1_000))).objection())
        .hasValue("the host left 3.0 of 4.0 s undisturbed; all of a window below 5 s is needed");
  }

  /**
   * 15 s are kept, of which 750 ms are 5 %: two waves of 375 ms, or one of 750 ms where what two
   * injectors excluded is one cut.
   */
  @Test
  void eachCutMayTakeOneWaveMoreOrLess() throws IOException {
    KeptTime twoCuts = kept(5_000, 8_000, 10_000, 12_000);
    assertThat(isFair(twoCuts, 375)).isTrue();
    assertThat(isFair(twoCuts, 376)).isFalse();
    KeptTime oneCut = kept(5_000, 8_000, 7_000, 10_000);
    assertThat(isFair(oneCut, 750)).isTrue();
    assertThat(isFair(oneCut, 751)).isFalse();
    KeptTime atBothEnds = kept(1_000, 3_500, 18_500, 21_000);
    assertThat(isFair(atBothEnds, 375)).isTrue();
    assertThat(isFair(atBothEnds, 376)).isFalse();
    assertThat(isFair(kept(), 60_000)).as("nothing left out").isTrue();
    assertThat(isFair(twoCuts, 0)).as("an open model").isTrue();
  }

  private static boolean isFair(KeptTime kept, long waveMs) throws IOException {
    return kept.forFigures(Duration.ofMillis(waveMs)).equals(kept);
  }

  /** 4 + 2 + 9 s are kept: 7.5 s end 1.5 s into the last part. */
  @Test
  void halvesAreOfTheKeptTime() throws IOException {
    List<KeptTime> halves = kept(5_000, 8_000, 10_000, 12_000).halves();
    assertThat(halves.getFirst().parts())
        .containsExactly(
            new Window(1_000, 5_000), new Window(8_000, 10_000), new Window(12_000, 13_500));
    assertThat(halves.getLast().parts()).containsExactly(new Window(13_500, 21_000));
  }

  @Test
  void noteNamesExcludedTimesAndReasons() throws IOException {
    assertThat(kept(5_000, 8_000, 10_000, 12_000).note())
        .hasValue(
            "excluded 5.0 of 20.0 s (host disturbed): 4.0 to 7.0 s (steal 9 %); 9.0 to 11.0 s (steal 9"
                + " %)");
    assertThat(kept().note()).isEmpty();
  }

  /**
   * One user. Ten requests of 100 ms in each of 22 s, but from 5 to 8 s, where there are three of
   * 1000 ms. Left out are 4 to 9 s: 15 s are kept of 20, in which 150 requests end. Of the requests
   * of 22 s, 40 before and 130 after met nothing of that: the one that ended at 4 s did not, nor
   * the one that began at 9 s.
   */
  @Test
  void figuresAreOfTheKeptTime() throws IOException {
    RecordedLoad load = new RecordedLoad();
    load.user("measured", true, 0);
    for (long second = 0; second < 22; second++) {
      int each = second >= 5 && second < 8 ? 1_000 : 100;
      for (long end = each; end <= 1_000; end += each) {
        load.request(1_000 * second + end - each, 1_000 * second + end);
      }
    }
    load.user("measured", false, 22_000);
    LoadResult figures = figures(load.log(), kept(4_000, 9_000));
    assertThat(figures.window().windowSeconds()).isEqualTo(20);
    assertThat(figures.window().keptSeconds()).isEqualTo(15);
    assertThat(figures.throughput()).isEqualTo(10);
    assertThat(figures.window().meanLatencyInWindow()).isEqualTo(100);
    assertThat(figures.window().inFlightInWindow()).isEqualTo(1);
    assertThat(figures.window().bytesPerSecond()).isEqualTo(1_000);
    assertThat(figures.latency().orElseThrow().max()).isEqualTo(100);
    assertThat(figures.longestStallMs()).isEqualTo(100);
    assertThat(figures.counts().ok()).as("of the whole run").isEqualTo(193);
    assertThat(
            load.log().figures(List.of(), kept(4_000, 9_000).excludedAfter(0)).latencies().total())
        .isEqualTo(170);

    LoadResult all = figures(load.log(), kept());
    assertThat(all.window().keptSeconds()).isEqualTo(20);
    assertThat(all.throughput()).isEqualTo(173 / 20.0, within(1e-9));
    assertThat(all.latency().orElseThrow().max()).isEqualTo(1_000);
    assertThat(all.longestStallMs()).isEqualTo(1_000);
    assertThat(all.window().leftOut()).isEmpty();
  }

  /** Three requests of a second each, then 70 of 100 ms. */
  @Test
  void requestsOfTheRampUpAreInNoFigure() throws IOException {
    RecordedLoad load = new RecordedLoad().userStarts(500);
    for (long second = 1; second <= 3; second++) {
      load.request(1_000 * second, 1_000 * second + 1_000);
    }
    for (long end = 4_100; end <= 11_000; end += 100) {
      load.request(end - 100, end);
    }
    load.userEnds(11_000);
    LoadResult figures = figures(Loads.paced(1, "0ms", "3s"), load.log(), KeptTime::whole);
    assertThat(figures.window().windowSeconds()).isEqualTo(6.9);
    assertThat(figures.latency().orElseThrow().max()).isEqualTo(100);
    assertThat(figures.counts().ok()).as("of the whole run").isEqualTo(73);
  }

  /** 1 user, 100 ms. */
  private static LoadResult figures(GatlingLog log, KeptTime kept) throws IOException {
    Load load = ClosedLoad.of(1, 200, 100, Wait.FIXED, OptionalInt.empty(), 40_000);
    return figures(load, log, window -> kept);
  }

  /** Each response has 100 bytes. */
  private static LoadResult figures(Load load, GatlingLog log, Function<Window, KeptTime> kept)
      throws IOException {
    return Evaluation.of(
            load,
            log,
            ResourceSamples.of(List.of()),
            Double.NaN,
            new FakeGenerator(kept, 100, true, Double.NaN))
        .loadResult();
  }

  private static KeptTime kept(long... edges) {
    List<ExcludedTime> leftOut = new ArrayList<>();
    for (int i = 0; i < edges.length; i += 2) {
      leftOut.add(leftOut(edges[i], edges[i + 1]));
    }
    return new KeptTime(WINDOW, leftOut);
  }

  private static ExcludedTime leftOut(long fromMs, long toMs) {
    return new ExcludedTime(fromMs, toMs, "steal 9 %");
  }
}
