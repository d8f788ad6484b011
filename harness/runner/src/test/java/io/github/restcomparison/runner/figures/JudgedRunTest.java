package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The verdict of all gates on a run of 2 users, 3 requests each, 100 ms. */
class JudgedRunTest {

  @Test
  void everyGateIsRecorded() throws IOException {
    Judgement verdict = judge(RecordedLoad.waves(2, 3, 100).log(), 0.01);
    assertThat(verdict.gates())
        .extracting(each -> each.gate().toString())
        .containsExactly(
            "answers", "window", "littlesLaw", "bound", "generator", "host", "repeated");
    assertThat(verdict.gates())
        .allMatch(GateResult::passed)
        .allMatch(gate -> gate.objections().isEmpty());
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.reasons()).isEmpty();
  }

  @Test
  void hostGateIsExcludedWithoutSamples() throws IOException {
    assertThat(judge(RecordedLoad.waves(2, 3, 100).log(), Double.NaN).gates())
        .extracting(each -> each.gate().toString())
        .doesNotContain("host");
  }

  @Test
  void disturbedHostMakesARunInvalid() throws IOException {
    Judgement verdict = judge(RecordedLoad.waves(2, 3, 100).log(), 0.5);
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.reasons()).singleElement().asString().startsWith("before the run");
  }

  @Test
  void gatesThatNeedAWindowAreExcludedWithoutOne() throws IOException {
    Judgement verdict = judge(RecordedLoad.of(2, 6, 100).log(), Double.NaN);
    assertThat(verdict.gates())
        .extracting(each -> each.gate().toString())
        .containsExactly("answers", "window", "repeated");
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
  }

  /** Two of six requests are missing; the deviation from Little's law is a consequence. */
  @Test
  void consequencesOfAFailedServiceAreNoReasons() throws IOException {
    Judgement verdict = judge(RecordedLoad.waves(2, 2, 100).log(), 0.5);
    assertThat(verdict.status()).isEqualTo(Status.FAILED);
    assertThat(verdict.reasons())
        .containsExactly("4 requests of 2 users are in Gatling's log, 6 of 2 were planned");
    assertThat(verdict.gates()).filteredOn(gate -> !gate.passed()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "INVALID"})
  void statusAloneDecidesWhetherAnObjectionIsAReason(Status status) throws IOException {
    Judgement verdict = verdict(status);
    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.reasons()).containsExactly("it does not hold");
    assertThat(verdict.notes()).isEmpty();
    assertThat(verdict.gates())
        .contains(new GateResult(Gate.SHARE, false, List.of("it does not hold")));
  }

  @Test
  void noteIsValid() throws IOException {
    Judgement verdict = verdict(Status.VALID);
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.notes()).containsExactly("it does not hold");
  }

  @Test
  void worstStatusDecides() throws IOException {
    assertThat(verdict(Status.VALID, Status.FAILED, Status.INVALID).status())
        .isEqualTo(Status.FAILED);
    assertThat(verdict(Status.INVALID, Status.VALID).status()).isEqualTo(Status.INVALID);
  }

  @Test
  void generatorAtItsLimitIsNotedOnly() throws IOException {
    Judgement verdict =
        Judged.of(2)
            .throughput(16)
            .generator(0.01, Double.NaN, Double.NaN)
            .gates()
            .verdict(List.of());
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.notes()).singleElement().asString().startsWith("GENERATOR-BOUND: ");
  }

  /** A run that passes all gates, with others that do not. */
  private static Judgement verdict(Status... others) throws IOException {
    Gates gates = Judged.of(2).throughput(20).gates();
    for (Status otherwise : others) {
      gates.add(Gate.SHARE, otherwise, List.of("it does not hold"));
    }
    return gates.verdict(List.of());
  }

  /** 10 responses per second, and 10 more in the first half of the window. */
  @Test
  void unsteadyWindowIsValidAndNoted() throws IOException {
    RecordedLoad load = RecordedLoad.waves(1, 100, 100);
    for (int at = 200; at < 5_000; at += 100) {
      load.request(at - 100, at);
    }
    Evaluation outcome = figures(load.log(), Double.NaN, true);
    assertThat(outcome.loadResult().steady()).isFalse();
    assertThat(outcome.loadResult().longestStallMs()).isEqualTo(100);
    assertThat(outcome.notes())
        .first()
        .asString()
        .startsWith("not steady: 20 requests/s in the first half of the window, 10/s");
    assertThat(steady(true)).isTrue();
    assertThat(steady(false)).as("the warm-up was not").isFalse();
  }

  private static boolean steady(boolean isWarm) throws IOException {
    GatlingLog log = RecordedLoad.waves(1, 100, 100).log();
    return figures(log, Double.NaN, isWarm).loadResult().steady();
  }

  /** 600 ms of 9.8 s are more than 5 %, and 400 ms are not. */
  @Test
  void serviceWhoseCompilersAreBusyIsNotSteady() throws IOException {
    assertThat(compiling(400).loadResult().steady()).isTrue();
    Evaluation busy = compiling(600);
    assertThat(busy.loadResult().steady()).isFalse();
    assertThat(busy.notes())
        .first()
        .isEqualTo(
            "not steady: the service's JIT compilers were active for 0.6 s of the 9.8 s"
                + " measured");
  }

  private static Evaluation compiling(double ms) throws IOException {
    List<ProcessSample> process = new ArrayList<>();
    List<JvmSample> jvm = new ArrayList<>();
    for (long at : new long[] {0, 100, 9_900, 10_000}) {
      process.add(new ProcessSample(at, at, 0, 1, Double.NaN, Double.NaN));
      double compiled = at < 9_000 ? 0 : ms;
      jvm.add(new JvmSample(at, new Heap(0, 0, 0, 0), compiled, new Requests(0, 0, 0, 0)));
    }
    return Evaluation.of(
        ClosedLoad.of(1, 100, 100, Wait.FIXED, OptionalInt.empty(), 40_000),
        RecordedLoad.waves(1, 100, 100).log(),
        new ResourceSamples(process, jvm, List.of(), List.of(), List.of()),
        Double.NaN,
        FakeGenerator.of(Double.NaN, true, Double.NaN));
  }

  @Test
  void percentileOfFewRequestsIsNoted() throws IOException {
    assertThat(figures(RecordedLoad.waves(2, 3, 100).log(), Double.NaN, true).notes())
        .containsExactly("p99 is based on 6 requests, fewer than 1,000");
  }

  /** A simulation with an id in the names of its requests: 150 names, of which two have more. */
  @Test
  void latenciesOfTheNamesWithMostRequestsAreRecorded() throws IOException {
    RecordedLoad load = RecordedLoad.waves(2, 3, 100);
    for (int id = 0; id < 149; id++) {
      load.request("item " + id, 0, id);
    }
    load.request("item 148", 0, 200);
    Evaluation many = figures(load.log(), Double.NaN, true);
    assertThat(many.figures().latencyByRequest()).hasSize(100).containsKeys("GET", "item 148");
    assertThat(many.figures().latencyByRequest().get("item 148").max()).isEqualTo(200);
    assertThat(many.notes())
        .contains(
            "requests have 150 names: latencies by name are of the 100 with the most requests");
    Evaluation one = figures(RecordedLoad.waves(2, 3, 100).log(), Double.NaN, true);
    assertThat(one.figures().latencyByRequest()).as("all have one name").isEmpty();
    assertThat(one.notes()).noneMatch(note -> note.contains("names"));
  }

  /** The measured requests are right: only the warm-up tells that the service failed before. */
  @Test
  void failedWarmUpFailsTheRun() throws IOException {
    Gates gates = Judged.of(2).throughput(20).gates();
    gates.warmUp(warmUp(10, 5));
    assertThat(gates.verdict(List.of()).status()).isEqualTo(Status.VALID);
    gates.warmUp(warmUp(10, 4));
    assertThat(gates.verdict(List.of()).status()).isEqualTo(Status.FAILED);
    assertThat(gates.verdict(List.of()).reasons())
        .containsExactly("6 of 10 requests of the warm-up failed: status 503");
  }

  /** There was none, or a simulation of the user's has its own. */
  @Test
  void warmUpWithoutRequestsIsNotJudged() {
    Gates gates = Judged.of(2).gates();
    gates.warmUp(warmUp(0, 0));
    assertThat(Judged.gate(gates, Gate.WARM_UP)).isEmpty();
    gates.warmUp(warmUp(1, 1));
    assertThat(Judged.gate(gates, Gate.WARM_UP)).hasValue(List.of());
  }

  private static WarmUp warmUp(int requests, int right) {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(40), Duration.ZERO);
    for (int request = 0; request < requests; request++) {
      warmUp.exchanges().received(100, Map.of(), request < right ? null : "status 503");
      warmUp.exchanges().end();
    }
    return warmUp;
  }

  private static Judgement judge(GatlingLog log, double pressureBefore) throws IOException {
    Evaluation figures = figures(log, pressureBefore, true);
    Gates gates = Gates.of(figures, false, OptionalInt.empty());
    Exchanges exchanges = new Exchanges();
    for (int request = 0; request < log.counts().ok(); request++) {
      exchanges.sent();
      exchanges.received(1, Map.of(), null);
    }
    gates.exchanges(exchanges);
    return gates.verdict(List.of());
  }

  private static Evaluation figures(GatlingLog log, double pressureBefore, boolean isWarm)
      throws IOException {
    Load load = ClosedLoad.of(2, 3, 100, Wait.FIXED, OptionalInt.of(200), 40_000);
    return Evaluation.of(
        load,
        log,
        ResourceSamples.of(List.of()),
        Double.NaN,
        FakeGenerator.of(Double.NaN, isWarm, pressureBefore));
  }
}
