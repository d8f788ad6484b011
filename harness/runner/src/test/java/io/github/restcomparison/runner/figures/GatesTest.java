package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.figures.Injectors.Throttling;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every gate judges a run that it must object to, and one that must pass. */
class GatesTest {
  @Test
  void correctRunPasses() {
    assertThat(responses(RecordedLoad.of(2, 6, 100).log(), 6)).isEmpty();
  }

  @Test
  void failedRequestsAreReportedByKind() {
    RecordedLoad load = RecordedLoad.of(2, 5, 100);
    load.failure(0, 100, "status 500");
    assertThat(responses(load.log(), 6)).containsExactly("1 request failed: 1 × status 500");
  }

  @Test
  void missingRequestsAreReported() {
    assertThat(responses(RecordedLoad.of(2, 5, 100).log(), 5))
        .containsExactly("5 requests of 2 users are in Gatling's log, 6 of 2 were planned");
  }

  @Test
  void missingUsersAreReported() {
    assertThat(responses(RecordedLoad.of(1, 6, 100).log(), 6)).hasSize(1);
  }

  /** If the service drops a connection, Gatling silently repeats the request. */
  @Test
  void requestsThatTheServiceCountedTwiceAreReported() {
    assertThat(responses(RecordedLoad.of(2, 6, 100).log(), 7))
        .containsExactly("the service counted 7 requests, Gatling 6");
  }

  @Test
  void responsesBeforeTheDelayAreReported() {
    assertThat(responses(RecordedLoad.of(2, 6, 98).log(), 6))
        .containsExactly("a response arrived after 98 ms, before the delay of 100 ms");
    assertThat(responses(RecordedLoad.of(2, 6, 99).log(), 6)).isEmpty();
  }

  @Test
  void exitOfTheServiceIsReported() {
    assertThat(Judged.of(2).exitCode(137).objections(Gate.ANSWERS))
        .containsExactly("the service ended with exit code 137");
  }

  /** Of 10 scheduled requests 6 were sent: the other 4 were dropped, which is a failure. */
  @Test
  void droppedRequestsFailTheRun() {
    OpenModel.Outcome dropped = new OpenModel.Outcome(10, 4, 0, Double.NaN, Optional.empty());
    assertThat(Judged.of(2).open(dropped).seen(6).objections(Gate.ANSWERS))
        .containsExactly("4 of 10 requests could not start: all 2 connections were busy");
  }

  @Test
  void windowOfAFullLoadPasses() {
    assertThat(window(9_600, 998)).isEmpty();
  }

  /** Of 1000 users only 930 have a request in flight. */
  @Test
  void deviationFromLittlesLawIsReported() {
    assertThat(window(9_000, 930))
        .containsExactly(
            "Little's law is off by 7.0 % (limit 6.8 %): 1,000 users, 930.0 requests in flight on"
                + " average");
  }

  /** More than 1000 users / 100 ms, and than the tolerance for the edges of a window of 10 s. */
  @Test
  void throughputAboveTheCeilingIsReported() {
    assertThat(window(10_050, 1_000)).isEmpty();
    assertThat(window(10_200, 1_000))
        .singleElement()
        .asString()
        .contains("10200 requests/s are more than the 10000/s");
  }

  /** By hand: 5 %, and 2 ms of 1000 / 9,000/s = 111.1 ms, 1.8 %; either way. */
  @Test
  void littleToleratesASmallDifference() {
    assertThat(window(9_000, 933)).isEmpty();
    assertThat(window(9_000, 931)).hasSize(1);
    assertThat(window(9_000, 1_067)).isEmpty();
    assertThat(window(9_000, 1_069)).hasSize(1);
  }

  /**
   * By hand: at 500/s each of 5 users sends every 10 ms, of which 2 ms are 20 %. The first waits 2
   * ms between response and request, the second 2.6 ms.
   */
  @Test
  void littleToleratesTheClientsOwnTimeOfFewUsers() {
    assertThat(littlesLaw(users(5, 0), 500, 4)).as("20 % of 25").isEmpty();
    assertThat(littlesLaw(users(5, 0), 500, 3.7))
        .containsExactly(
            "Little's law is off by 26.0 % (limit 25.0 %): 5 users, 3.7 requests in flight on"
                + " average");
    assertThat(littlesLaw(users(5, 100), 49, 4.7)).as("6 % of 5 + 2 * 49 / 5000").isEmpty();
    assertThat(littlesLaw(users(5, 100), 47, 4.6)).as("8 % of 6.9").hasSize(1);
  }

  /** Against a service without a delay 5 users send every 1 ms: a clock of 1 ms shows nothing. */
  @Test
  void littleDoesNotJudgeCyclesOfTheClocksOwnLength() {
    assertThat(users(5, 0).throughput(5_000, 4.2).gate(Gate.LITTLES_LAW)).isEmpty();
    assertThat(users(5, 0).throughput(2_500, 1).gate(Gate.LITTLES_LAW)).isEmpty();
    assertThat(users(5, 0).throughput(2_300, 1).gate(Gate.LITTLES_LAW)).hasValue(List.of());
  }

  private static Judged users(int users, int delayMs) {
    return new Judged(ClosedLoad.of(users, 3, delayMs, Wait.FIXED, OptionalInt.empty(), 0));
  }

  /** Of 200 users 50 are in flight and 150 think, at 500/s of 100 ms and 300 ms. */
  @Test
  void usersWhoThinkAreNotInFlight() {
    assertThat(littlesLaw(thinking("300ms"), 500, 50)).isEmpty();
    assertThat(littlesLaw(thinking("300ms"), 500, 200))
        .containsExactly(
            "Little's law is off by 75.0 % (limit 8.5 %): 200 users, 200.0 requests in flight on"
                + " average, 150.0 users thinking");
    assertThat(littlesLaw(thinking("300ms"), 500, 32)).as("9 % of 8.5").hasSize(1);
    assertThat(littlesLaw(thinking("300ms"), 500, 34)).as("8 %").isEmpty();
  }

  /**
   * By hand: 5 users wait 100 ms, think for 1 s, and do both at the same time. In 5 s each has 5
   * responses and 4.5 s of pauses, since the last pause is cut: X = 5/s, L = 0.5. So 5 - 5 - 0.5 is
   * 10 % of the users; 1 s of 5 s is 20 %.
   */
  @Test
  void pausesThatTheWindowCutsAreTolerated() {
    Judged few = new Judged(Loads.paced(5, "1s", "0s"));
    assertThat(few.throughput(5, 0.5).kept(5).objections(Gate.LITTLES_LAW)).isEmpty();
    assertThat(few.throughput(5, 1.3).kept(5).objections(Gate.LITTLES_LAW))
        .containsExactly(
            "Little's law is off by 26.0 % (limit 25.2 %): 5 users, 1.3 requests in flight on"
                + " average, 5.0 users thinking");
  }

  /** Three standard errors of 500 pauses in a second are 13 %, of 5,000 in 10 s 4 %. */
  @Test
  void randomPausesMayBeLongOrShortByChance() {
    Judged random = thinking("exp:300ms").throughput(500, 20);
    assertThat(random.kept(1).objections(Gate.LITTLES_LAW)).isEmpty();
    assertThat(random.kept(10).objections(Gate.LITTLES_LAW)).hasSize(1);
    Judged fast = thinking("exp:300ms").throughput(535, 40);
    assertThat(fast.kept(10).objections(Gate.BOUND)).isEmpty();
    assertThat(thinking("300ms").throughput(535, 40).kept(10).objections(Gate.BOUND))
        .containsExactly(
            "535 requests/s are more than the 500/s that users, workers and delay allow");
  }

  private static List<String> littlesLaw(Judged run, double throughput, double inFlight) {
    return run.throughput(throughput, inFlight).objections(Gate.LITTLES_LAW);
  }

  private static Judged thinking(String think) {
    return new Judged(Loads.paced(200, think, "0s"));
  }

  @Test
  void withoutADelayThereIsNoCeiling() {
    Load load = ClosedLoad.of(1_000, 3, 0, Wait.FIXED, OptionalInt.of(200), 0);
    assertThat(new Judged(load).throughput(1e9).gate(Gate.BOUND)).isEmpty();
  }

  /** Two parts of 6 s together: twice 100 ms may be cut, which is 3.3 %. */
  @Test
  void eachPartOfTheKeptTimeHasEdges() {
    ExcludedTime leftOut = new ExcludedTime(3_000, 7_000, "steal 9 %");
    assertThat(ceiling(10_333, 6, leftOut)).isEmpty();
    assertThat(ceiling(10_334, 6, leftOut)).hasSize(1);
    assertThat(ceiling(10_333, 10)).hasSize(1);
  }

  private static List<String> ceiling(
      double throughput, double keptSeconds, ExcludedTime... leftOut) {
    return Judged.of(1_000)
        .throughput(throughput)
        .kept(keptSeconds, leftOut)
        .objections(Gate.BOUND);
  }

  @Test
  void missingWindowIsReported() {
    assertThat(Judged.of(2).objections(Gate.WINDOW))
        .singleElement()
        .asString()
        .contains("more requests per user are needed");
  }

  private static List<String> responses(GatlingLog log, long seen) {
    return Judged.of(2).log(log).seen(seen).objections(Gate.ANSWERS);
  }

  private static List<String> window(double throughput, double inFlight) {
    Judged run = Judged.of(1_000).throughput(throughput, inFlight);
    assertThat(run.objections(Gate.WINDOW)).isEmpty();
    return Stream.of(Gate.LITTLES_LAW, Gate.BOUND)
        .flatMap(gate -> run.objections(gate).stream())
        .toList();
  }

  /** One in a thousand may be bad luck of keep-alive; one in a hundred is a service that drops. */
  @Test
  void requestsThatWereSentAgainMakeARunInvalid() {
    assertThat(repeated(10, 1_000).orElseThrow())
        .containsExactly(
            "10 of 1000 requests were sent again: the service closed kept connections without a"
                + " response; one of HTTP/1.0 closes each: -H 'Connection: close'");
    assertThat(repeated(1, 1_000)).hasValue(List.of());
    assertThat(repeated(0, 0)).as("nothing was counted").isEmpty();
    assertThat(repeated(1, 30)).as("of few requests").hasValue(List.of());
    assertThat(repeated(2, 30).orElseThrow()).hasSize(1);
  }

  /** The requests of a user simulation are not counted. */
  @Test
  void repeatedRequestsAreNotJudgedWithoutACount() {
    Gates gates = Judged.of(2).log(RecordedLoad.of(2, 6, 100).log()).gates();
    gates.exchanges(new Exchanges());
    assertThat(Judged.gate(gates, Gate.REPEATED)).isEmpty();
  }

  private static Optional<List<String>> repeated(long times, int requests) {
    return repeated(times, RecordedLoad.of(2, requests, 100));
  }

  private static Optional<List<String>> repeated(long times, RecordedLoad load) {
    Gates gates = Judged.of(2).log(load.log()).gates();
    Exchanges exchanges = new Exchanges();
    LongStream.range(0, load.log().counts().requests() + times).forEach(any -> exchanges.sent());
    LongStream.range(0, load.log().counts().ok())
        .forEach(any -> exchanges.received(1, Map.of(), null));
    gates.exchanges(exchanges);
    return Judged.gate(gates, Gate.REPEATED);
  }

  @Test
  void usedUpRecordsMakeARunInvalid() {
    Gates gates = Judged.of(2).gates();
    Exchanges exchanges = new Exchanges();
    exchanges.noteRecordsUsedUp("all 5 records of ids.csv are used up");
    gates.exchanges(exchanges);
    assertThat(gates.verdict(List.of()).status()).isEqualTo(Status.INVALID);
    assertThat(Judged.gate(gates, Gate.FEEDERS))
        .hasValue(List.of("all 5 records of ids.csv are used up"));
  }

  /** It tells another fault by its requests: what was sent again cannot be told from it. */
  @Test
  void repeatedRequestsAreNotJudgedIfSomeFailed() {
    assertThat(repeated(3, RecordedLoad.of(2, 5, 100).failure(0, 100, "status 500"))).isEmpty();
  }

  @Test
  void serviceThatIsSeldomStoppedForItsCpuLimitPasses() {
    assertThat(throttled(1_000, 0)).isEmpty();
    assertThat(throttled(1_000, 50)).as("at the limit").isEmpty();
    assertThat(throttled(1_000, 51))
        .containsExactly(
            "the CPU limit stopped the service in 51 of 1,000 periods of 100 ms (1.2 s):"
                + " it needs more CPUs or less load");
  }

  private static List<String> throttled(long periods, long throttled) {
    Gates gates = Judged.of(2).throughput(20).seen(6).gates();
    gates.throttling(new Throttling(periods, throttled, 1_234_000));
    return gates.verdict(List.of()).reasons();
  }
}
