package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Every gate judges a run that it must object to, and one that must pass. */
class GatesTest {
  private static final Delay DELAY = Delay.fixed(100);

  @Test
  void correctRunPasses() {
    assertThat(answers(RecordedLoad.of(2, 6, 100).log(), 6)).isEmpty();
  }

  @Test
  void failedRequestsAreReportedByKind() {
    RecordedLoad load = RecordedLoad.of(2, 5, 100);
    load.failure(0, 100, "status 500");
    assertThat(answers(load.log(), 6)).containsExactly("1 requests failed: 1 × status 500");
  }

  @Test
  void missingRequestsAreReported() {
    assertThat(answers(RecordedLoad.of(2, 5, 100).log(), 5))
        .containsExactly("5 requests of 2 users are in Gatling's log, 6 of 2 were planned");
  }

  @Test
  void missingUsersAreReported() {
    assertThat(answers(RecordedLoad.of(1, 6, 100).log(), 6)).hasSize(1);
  }

  /** If the service drops a connection, Gatling silently repeats the request. */
  @Test
  void requestsThatTheServiceCountedTwiceAreReported() {
    assertThat(answers(RecordedLoad.of(2, 6, 100).log(), 7))
        .containsExactly("the service counted 7 requests, Gatling 6");
  }

  @Test
  void answersBeforeTheDelayAreReported() {
    assertThat(answers(RecordedLoad.of(2, 6, 98).log(), 6))
        .containsExactly("an answer came after 98 ms, the delay is 100 ms");
    assertThat(answers(RecordedLoad.of(2, 6, 99).log(), 6)).isEmpty();
  }

  @Test
  void exitOfTheServiceIsReported() {
    Gate gate =
        Gates.answers(
            2,
            OptionalLong.of(6),
            0,
            DELAY,
            RecordedLoad.of(2, 6, 100).log(),
            OptionalLong.empty(),
            OptionalInt.of(137));
    assertThat(gate.objections()).containsExactly("the service died with exit code 137");
  }

  /** Of 10 scheduled requests 6 were sent: the other 4 were dropped, which is a failure. */
  @Test
  void droppedRequestsFailTheRun() {
    Gate gate =
        Gates.answers(
            2,
            OptionalLong.of(10),
            4,
            DELAY,
            RecordedLoad.of(2, 6, 100).log(),
            OptionalLong.of(6),
            OptionalInt.empty());
    assertThat(gate.objections())
        .containsExactly("4 of 10 requests could not start: all 2 connections were busy");
  }

  @Test
  void windowOfAFullLoadPasses() {
    assertThat(window(9_600, 998)).isEmpty();
  }

  /** Of 1000 users only 936 have a request in flight. */
  @Test
  void deviationFromLittlesLawIsReported() {
    assertThat(window(9_000, 936)).singleElement().asString().startsWith("Little's law is off by");
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

  /** Two parts of 6 s together: twice 100 ms may be cut, which is 3.3 %. */
  @Test
  void eachPartOfTheKeptTimeHasEdges() {
    LeftOut leftOut = new LeftOut(3_000, 7_000, "steal 9 %");
    assertThat(ceiling(10_333, 6, List.of(leftOut))).isEmpty();
    assertThat(ceiling(10_334, 6, List.of(leftOut))).hasSize(1);
    assertThat(ceiling(10_333, 10, List.of())).hasSize(1);
  }

  private static List<String> ceiling(
      double throughput, double keptSeconds, List<LeftOut> leftOut) {
    Load load =
        load(
            OptionalDouble.of(throughput),
            OptionalDouble.of(1_000),
            OptionalDouble.of(keptSeconds),
            leftOut);
    return Gates.bound(limits(), load, false).objections();
  }

  @Test
  void missingWindowIsReported() {
    Load load = load(OptionalDouble.empty(), OptionalDouble.empty());
    assertThat(Gates.window(load).objections())
        .singleElement()
        .asString()
        .contains("more requests per user are needed");
  }

  private static List<String> answers(GatlingLog load, long seen) {
    return Gates.answers(
            2, OptionalLong.of(6), 0, DELAY, load, OptionalLong.of(seen), OptionalInt.empty())
        .objections();
  }

  private static List<String> window(double throughput, double inFlight) {
    Load load = load(OptionalDouble.of(throughput), OptionalDouble.of(inFlight));
    return Gates.ofClosedLoad(
            LoadSpec.closed(1_000, 100, 100, "fixed", OptionalInt.empty(), 0),
            load,
            Optional.empty())
        .stream()
        .flatMap(gate -> gate.objections().stream())
        .toList();
  }

  private static ThroughputLimits limits() {
    return new ThroughputLimits(1_000, OptionalInt.empty(), Duration.ofMillis(100));
  }

  private static Load load(OptionalDouble throughput, OptionalDouble inFlight) {
    return load(throughput, inFlight, OptionalDouble.of(10), List.of());
  }

  private static Load load(
      OptionalDouble throughput,
      OptionalDouble inFlight,
      OptionalDouble keptSeconds,
      List<LeftOut> leftOut) {
    return new Load(
        new Counts(100_000, 100_000, 0, Map.of()),
        new InWindow(
            OptionalDouble.of(10),
            keptSeconds,
            leftOut,
            throughput,
            OptionalDouble.of(100),
            inFlight,
            OptionalDouble.empty()),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        new WarmUp(10, true, Optional.empty()));
  }

  /** One in a thousand may be bad luck of keep-alive; one in a hundred is a service that drops. */
  @Test
  void requestsThatWereSentAgainMakeARunInvalid() {
    assertThat(Gates.repeated(10, 1_000).objections())
        .containsExactly(
            "10 of 1000 requests were sent again: the service closed kept connections without a"
                + " response");
    assertThat(Gates.repeated(1, 1_000).objections()).isEmpty();
    assertThat(Gates.repeated(0, 0).objections()).isEmpty();
  }
}
