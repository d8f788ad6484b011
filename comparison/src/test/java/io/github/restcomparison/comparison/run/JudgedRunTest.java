package io.github.restcomparison.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.comparison.record.Bounds;
import io.github.restcomparison.comparison.record.MeasuredLoad;
import io.github.restcomparison.comparison.record.RecordedLoad;
import io.github.restcomparison.comparison.record.RunRecord.Gate;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import io.github.restcomparison.contract.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the gates together make of a run of 2 users, 3 requests each, 100 ms. */
class JudgedRunTest {

  @Test
  void everyGateThatJudgedIsRecorded() {
    Gates gates = judge(RecordedLoad.waves(2, 3, 100), "0.01");
    assertThat(gates.all())
        .extracting(Gate::name)
        .containsExactly(
            "contract", "answers", "window", "littlesLaw", "bound", "generator", "host");
    assertThat(gates.all()).allMatch(Gate::passed).allMatch(gate -> gate.objections().isEmpty());
    assertThat(gates.status()).isEqualTo(Status.VALID);
    assertThat(gates.reasons()).isEmpty();
  }

  @Test
  void hostThatWasNotLookedAtIsNoGatePassed() {
    assertThat(judge(RecordedLoad.waves(2, 3, 100), "").all())
        .extracting(Gate::name)
        .doesNotContain("host");
  }

  @Test
  void disturbedHostMakesARunInvalid() {
    Gates gates = judge(RecordedLoad.waves(2, 3, 100), "0.5");
    assertThat(gates.status()).isEqualTo(Status.INVALID);
    assertThat(gates.reasons()).singleElement().asString().startsWith("before the run");
  }

  @Test
  void withoutAWindowTheGatesThatNeedOneAreMissing() {
    Gates gates = judge(RecordedLoad.of(2, 6, 100), "");
    assertThat(gates.all()).extracting(Gate::name).containsExactly("contract", "answers", "window");
    assertThat(gates.status()).isEqualTo(Status.INVALID);
  }

  /** Two of six requests are missing; that Little's law is off too comes of it. */
  @Test
  void whatTheFailureOfAServiceLedToIsNoReason() {
    Gates gates = judge(RecordedLoad.waves(2, 2, 100), "0.5");
    assertThat(gates.status()).isEqualTo(Status.FAILED);
    assertThat(gates.reasons())
        .containsExactly("4 requests of 2 users are in Gatling's log, 6 of 2 were planned");
    assertThat(gates.all()).filteredOn(gate -> !gate.passed()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "contract, FAILED",
    "answers, FAILED",
    "window, INVALID",
    "littlesLaw, INVALID",
    "bound, INVALID",
    "host, INVALID"
  })
  void eachObjectionIsAReason(String name, Status status) {
    Gates gates = new Gates(List.of(new Gate(name, false, List.of("it does not hold"))));
    assertThat(gates.status()).isEqualTo(status);
    assertThat(gates.reasons()).containsExactly("it does not hold");
    assertThat(gates.notes()).isEmpty();
  }

  @Test
  void lowerBoundIsValidAndNoted() {
    Gates gates =
        new Gates(List.of(new Gate("generator", false, List.of("GENERATOR-BOUND: busy"))));
    assertThat(gates.status()).isEqualTo(Status.VALID);
    assertThat(gates.reasons()).isEmpty();
    assertThat(gates.notes()).containsExactly("GENERATOR-BOUND: busy");
  }

  /** 10 answers a second, and in the first half of the window 10 more. */
  @Test
  void windowThatIsNotSteadyIsValidAndNoted() {
    MeasuredLoad load = RecordedLoad.waves(1, 100, 100);
    for (int at = 200; at < 5_000; at += 100) {
      load.request("GET", at - 100, at, true, "");
    }
    WarmUp steady = new WarmUp(Duration.ofSeconds(40), Duration.ZERO);
    steady.start(0, 0, OptionalLong.empty());
    for (int second = 1; second <= 10; second++) {
      steady.answered();
      steady.second(1_000L * second, 10L * second, OptionalLong.empty());
    }
    assertThat(steady.steady()).isTrue();

    RunOutcome outcome = outcome(load, "", steady);
    assertThat(outcome.figures().steady()).isFalse();
    assertThat(outcome.figures().longestSilenceMs()).hasValue(100);
    assertThat(outcome.notes())
        .singleElement()
        .asString()
        .startsWith("steady state not shown: 20 requests/s in the first half of the window, 10/s");
    assertThat(outcome(RecordedLoad.waves(1, 100, 100), "", steady).figures().steady()).isTrue();
  }

  @Test
  void warmUpThatEndedAtItsLimitIsNoted() {
    WarmUp endless = new WarmUp(Duration.ofSeconds(40), Duration.ZERO);
    RunOutcome outcome = outcome(RecordedLoad.waves(2, 3, 100), "", endless);
    assertThat(outcome.figures().steady()).isFalse();
    assertThat(outcome.notes())
        .containsExactly("steady state not shown: the warm-up ended at its limit");
  }

  private static Gates judge(MeasuredLoad load, String pressureBefore) {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(40), Duration.ofMillis(100));
    return Gates.of(outcome(load, pressureBefore, warmUp), OptionalInt.empty());
  }

  private static RunOutcome outcome(MeasuredLoad load, String pressureBefore, WarmUp warmUp) {
    RunSettings settings =
        RunSettings.of(
            Settings.of(
                Map.of(
                    "USERS", "2",
                    "REQUESTS", "3",
                    "DELAY_MS", "100",
                    "PRESSURE_BEFORE", pressureBefore)));
    Clock clock = new Clock();
    return new RunOutcome(
        settings,
        new Bounds(settings.users(), OptionalInt.empty(), settings.delay().mean()),
        load,
        settings.open().map(open -> new Arrivals(open, Duration.ZERO)),
        warmUp,
        new Sampler(clock, Optional.empty(), Optional.empty(), Optional.empty(), warmUp),
        new PauseWatch(clock::nowNanos),
        OptionalLong.empty(),
        107,
        Optional.empty(),
        OptionalLong.empty());
  }
}
