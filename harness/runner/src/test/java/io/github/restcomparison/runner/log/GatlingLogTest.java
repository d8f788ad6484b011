package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GatlingLogTest {
  private final RecordedLoad load = new RecordedLoad();

  /** Two users get responses together every 101 ms: two responses per 101 ms, not three in 187. */
  @Test
  void windowContainsWholeWavesOfResponses() throws IOException {
    load.userStarts(1_000);
    load.userStarts(1_010);
    load.request(1_000, 1_100);
    load.request(1_010, 1_115); // as many responses as users: the ramp-up is over
    load.request(1_100, 1_201);
    load.request(1_115, 1_216);
    load.request(1_201, 1_302);
    load.userEnds(1_302);
    load.request(1_216, 1_317);
    load.userEnds(1_317);

    Window window = load.log().window(Duration.ZERO, Optional.empty()).orElseThrow();
    assertThat(window).isEqualTo(new Window(1_115, 1_216));
    assertThat(window.seconds()).isEqualTo(0.101);
    assertThat(in(window).inWindow().counts()).containsOnlyKeys(101).containsValue(2L);
    assertThat(outside().get("GET").total()).isEqualTo(6);
    // in 101 ms: 86 and 101 ms of the requests that end inside, 15 ms of one that ends later
    assertThat(in(window).inFlight()).isEqualTo(2);
  }

  /**
   * Alternating waits of 150 and 50 ms: the window begins with new requests, ends with old ones.
   */
  @Test
  void inFlightIsNotThroughputTimesLatencyIfLatenciesDiffer() throws IOException {
    load.userStarts(1_000);
    load.request(1_000, 1_150);
    load.request(1_150, 1_200);
    load.request(1_200, 1_350);
    load.request(1_350, 1_400);
    load.userEnds(1_400);
    Window window = new Window(1_100, 1_300);
    assertThat(in(window).inWindow().total()).isEqualTo(2);
    assertThat(in(window).inFlight()).isEqualTo(1);
    assertThat(in(new Window(1_000, 1_190)).inFlight()).isEqualTo(1); // 5.3/s of 150 ms are 0.8
  }

  @Test
  void requestThatIsSentAgainBehindANewSetupIsNoPartOfTheLoad() {
    load.userStarts(1_000);
    load.failure(1_000, 1_100, "a.Requests$Wrong: " + GatlingLog.SENT_AGAIN);
    load.request(1_200, 1_300);
    load.userEnds(1_300);
    assertThat(load.log().counts()).isEqualTo(new RunFigures.Counts(1, 1, 0, Map.of()));
    assertThat(load.log().firstStartMs()).isEqualTo(1_200);
  }

  /** The expected figures are from percentiles.py next to the log, an independent reader. */
  @Test
  void percentilesEqualThoseOfAnIndependentReader() throws IOException {
    GatlingLog golden = GatlingLog.read(List.of(GoldenLog.file()), Optional.empty());
    Latencies all =
        golden.figures(List.of(new Window(0, Long.MAX_VALUE / 2)), List.of()).inWindow();
    assertThat(all.total()).isEqualTo(156);
    assertThat(all.summary())
        .contains(
            new RunFigures.Latency(
                1, 32.955, new RunFigures.Latency.Percentiles(32, 61, 78, 81, 88, 97), 97));
  }

  @Test
  void oneRequestPerUserIsTooFewForAWindow() {
    load.userStarts(1_000);
    load.userStarts(1_000);
    load.request(1_000, 1_100);
    load.userEnds(1_100);
    load.request(1_000, 1_105);
    load.userEnds(1_105);
    assertThat(load.log().window(Duration.ZERO, Optional.empty())).isEmpty();
  }

  @Test
  void windowBeginsAfterTheLastUserHasStarted() {
    load.userStarts(1_000);
    load.request(1_000, 1_100);
    load.request(1_100, 1_200);
    load.userStarts(1_250);
    load.request(1_200, 1_300);
    load.request(1_250, 1_350);
    load.request(1_300, 1_400);
    load.userEnds(1_400);
    load.request(1_350, 1_450);
    load.userEnds(1_450);
    assertThat(load.log().window(Duration.ZERO, Optional.empty()))
        .contains(new Window(1_250, 1_350));
  }

  /** The second user sends its first request 300 ms after the first, who has sent three by then. */
  @Test
  void windowBeginsAfterTheRampUp() {
    load.userStarts(900);
    load.userStarts(900); // to warm up
    for (int request = 0; request < 10; request++) {
      load.request(1_000 + 100 * request, 1_100 + 100 * request);
    }
    load.userEnds(2_000);
    for (int request = 0; request < 10; request++) {
      load.request(1_350 + 100 * request, 1_450 + 100 * request);
    }
    load.userEnds(2_350);
    assertThat(load.log().window(Duration.ofMillis(400), Optional.empty()))
        .contains(new Window(1_450, 2_000));
    assertThat(load.log().window(Duration.ofMillis(1_100), Optional.empty())).isEmpty();
  }

  /** Two users, whose responses arrive every 100 ms. */
  @Test
  void windowIsWithinTheTimeInWhichAllUsersWereAtWork() {
    GatlingLog waves = RecordedLoad.waves(2, 5, 100).log();
    assertThat(window(waves, 100, 400)).contains(new Window(100, 400));
    assertThat(window(waves, 150, 500)).contains(new Window(150, 400));
    assertThat(window(waves, 0, 350)).contains(new Window(100, 350));
    assertThat(window(waves, 400, 500)).isEmpty();
  }

  private static Optional<Window> window(GatlingLog log, long fromMs, long toMs) {
    return log.window(Duration.ZERO, Optional.of(new Window(fromMs, toMs)));
  }

  @Test
  void windowEndsWhenTheFirstUserEnds() {
    load.userStarts(1_000);
    load.userStarts(1_000);
    load.request(1_000, 1_100);
    load.request(1_000, 1_100);
    load.request(1_100, 1_150);
    load.request(1_150, 1_180);
    load.userEnds(1_180); // from here on there is one user fewer
    load.request(1_100, 1_200);
    load.request(1_200, 1_300);
    load.request(1_300, 1_400);
    load.userEnds(1_400);
    assertThat(load.log().window(Duration.ZERO, Optional.empty()))
        .contains(new Window(1_100, 1_180));
  }

  @Test
  void failuresAreCountedByKindAndHaveNoLatency() throws IOException {
    load.userStarts(0);
    load.failure(0, 100, "status 500");
    load.failure(100, 200, "status 500");
    load.notBuilt("could not be built");
    load.userEnds(200);
    assertThat(load.log().counts().ko()).isEqualTo(3);
    assertThat(load.log().counts().failures())
        .containsEntry("status 500", 2L)
        .containsEntry("could not be built", 1L);
    assertThat(outside()).isEmpty();
  }

  @Test
  void usersOfOtherScenariosDoNotCount() {
    load.user("other", true, 0);
    load.user("other", false, 500);
    load.userStarts(1_000);
    load.userEnds(1_100);
    assertThat(load.log().usersEnded()).isEqualTo(1);
    assertThat(load.log().firstStartMs()).isEqualTo(1_000);
    assertThat(load.log().lastEndMs()).isEqualTo(1_100);
  }

  /** In an open model the measured users warm up first, with requests that are not logged. */
  @Test
  void loadBeginsWithTheFirstLoggedRequest() {
    load.userStarts(1_000);
    load.request(9_000, 9_100);
    assertThat(load.log().firstStartMs()).isEqualTo(9_000);
  }

  @Test
  void secondsAreCountedFromTheFirstRequest() throws IOException {
    load.userStarts(1_500);
    load.request(1_500, 1_600);
    load.request(1_600, 2_499);
    load.failure(2_499, 2_500, "status 500");
    load.request(2_500, 2_700);
    load.userEnds(2_700);
    assertThat(in().seconds())
        .containsExactly(
            new Second(1_500, 2, 0, 100, 899, 899), new Second(2_500, 1, 1, 200, 200, 200));
  }

  @Test
  void requestsOfSeveralLogsAreInTheOrderOfTheirEnds() throws IOException {
    load.userStarts(5_000);
    load.request(5_000, 5_100); // the first log is the later one
    load.userEnds(5_100);
    load.userStarts(1_000);
    load.request(1_000, 1_100);
    load.failure(1_000, 1_050, "status 500");
    load.userEnds(1_100);
    assertThat(load.log().firstStartMs()).isEqualTo(1_000);
    assertThat(in().seconds()).first().isEqualTo(new Second(1_000, 1, 1, 100, 100, 100));
    assertThat(load.log().longestStall(List.of(new Window(1_000, 5_000))))
        .isEqualTo(new Window(1_100, 5_000));
  }

  @Test
  void latenciesByNameLackExcludedTimes() throws IOException {
    load.request("list", 0, 10).request("list", 500, 520).request("order", 0, 30);
    Window leftOut = new Window(400, 600);
    assertThat(outside(leftOut)).containsOnlyKeys("list", "order");
    assertThat(outside(leftOut).get("list").counts()).containsOnlyKeys(10);
    assertThat(outside(new Window(0, 20))).containsOnlyKeys("list");
  }

  /** A simulation may have an id in the names of its requests. */
  @Test
  void latenciesByNameAreOfTheHundredNamesWithTheMostRequests() throws IOException {
    for (int i = 0; i < 101; i++) {
      load.request("item " + i, 0, i);
    }
    load.request("item 0", 0, 0).request("item 100", 0, 100);
    Map<String, Latencies> byName = outside();
    assertThat(byName).hasSize(100).containsKeys("item 0", "item 98").doesNotContainKey("item 99");
    assertThat(byName.get("item 0").counts()).isEqualTo(Map.of(0, 2L));
    assertThat(byName.get("item 100").counts()).isEqualTo(Map.of(100, 2L));
    assertThat(in().latencies().total()).isEqualTo(103);
    assertThat(load.log().namesNote())
        .contains(
            "requests have 101 names: latencies by name are of the 100 with the most requests");
  }

  @Test
  void namesAreCountedUpToTenThousand() throws IOException {
    for (int i = 0; i < 10_001; i++) {
      load.request("item " + i, 0, i);
    }
    assertThat(outside()).hasSize(100);
    assertThat(in().latencies().total()).isEqualTo(10_001);
    assertThat(load.log().namesNote())
        .contains(
            "requests have more than 10,000 names: latencies by name are of the 100 with the most"
                + " requests among the first 10,000");
  }

  private LoadFigures in(Window... kept) throws IOException {
    return load.log().figures(List.of(kept), List.of());
  }

  private Map<String, Latencies> outside(Window... excluded) throws IOException {
    return load.log().figures(List.of(), List.of(excluded)).byName();
  }
}
