package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each rule objects just above its limit, and passes at it. */
class HostGateTest {
  private static final Duration REQUEST = Duration.ofMillis(100);

  @Test
  void quietHostPasses() {
    assertThat(gate(0.05, 0.05, 50, 0.05, 50).objections()).isEmpty();
  }

  @Test
  void stealTimeIsReported() {
    assertThat(gate(0.051, 0, 0, 0, 0).objections())
        .containsExactly(
            "the hypervisor gave 5.1 % of the CPU time in the window to others (limit 5 %)");
  }

  @Test
  void otherProcessesAreReported() {
    assertThat(gate(0, 0.234, 0, 0, 0).objections())
        .containsExactly("other processes used 23.4 % of the CPU time in the window (limit 5 %)");
  }

  @Test
  void adjustedClockIsReported() {
    assertThat(gate(0, 0, 51, 0, 0).objections())
        .containsExactly("wall clock jumped 51 ms (limit 50 ms)");
  }

  @Test
  void pauseOfTheGeneratorIsReported() {
    assertThat(gate(0, 0, 0, 0, 51).objections())
        .containsExactly("the load generator stood still for 51 ms in the window (limit 50 ms)");
  }

  /** 200 workers and 1,000 users: a request takes five delays, and half of that is 250 ms. */
  @Test
  void allowedPauseGrowsWithTheRequestTime() {
    HostState quiet =
        new HostState(
            OptionalDouble.of(0), OptionalDouble.of(0), OptionalLong.of(0), OptionalDouble.empty());
    assertThat(
            Gates.host(quiet, OptionalLong.of(250), Duration.ofMillis(500), Optional.empty())
                .orElseThrow()
                .objections())
        .isEmpty();
    assertThat(
            Gates.host(quiet, OptionalLong.of(251), Duration.ofMillis(500), Optional.empty())
                .orElseThrow()
                .objections())
        .hasSize(1);
    assertThat(
            Gates.host(quiet, OptionalLong.of(20), Duration.ZERO, Optional.empty())
                .orElseThrow()
                .objections())
        .isEmpty();
    assertThat(
            Gates.host(quiet, OptionalLong.of(21), Duration.ZERO, Optional.empty())
                .orElseThrow()
                .objections())
        .hasSize(1);
  }

  @Test
  void pressureBeforeTheRunIsReported() {
    assertThat(gate(0, 0, 0, 0.06, 0).objections())
        .containsExactly("before the run something waited for a CPU 6.0 % of the time (limit 5 %)");
  }

  @Test
  void allObjectionsAreReported() {
    assertThat(gate(0.1, 0.1, 100, 0.1, 100).objections()).hasSize(5);
  }

  /** Two of ten seconds were not disturbed; half of them and 5 s must be. */
  @Test
  void howLittleWasLeftIsReportedWithWhatDisturbedTheWindow() {
    KeptTime little =
        new KeptTime(new Window(0, 10_000), List.of(new LeftOut(0, 8_000, "steal 9 %")));
    assertThat(stolen(0.06, little).objections())
        .containsExactly(
            "the hypervisor gave 6.0 % of the CPU time in the window to others (limit 5 %)",
            "the host left 2.0 of 10.0 s undisturbed; at least half of the window and 5 s are needed");
    assertThat(stolen(0.05, little).objections()).as("the window as a whole passes").isEmpty();
    KeptTime much =
        new KeptTime(new Window(0, 10_000), List.of(new LeftOut(0, 3_000, "steal 9 %")));
    assertThat(stolen(0.06, much).objections()).hasSize(1);
  }

  private static Gate stolen(double share, KeptTime undisturbed) {
    return Gates.host(
            new HostState(
                OptionalDouble.of(share),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty()),
            OptionalLong.empty(),
            REQUEST,
            Optional.of(undisturbed))
        .orElseThrow();
  }

  @Test
  void absentValuesAreNotJudged() {
    HostState nothing =
        new HostState(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty());
    assertThat(Gates.host(nothing, OptionalLong.empty(), REQUEST, Optional.empty())).isEmpty();
    assertThat(Gates.host(nothing, OptionalLong.of(0), REQUEST, Optional.empty())).isPresent();
  }

  private static Gate gate(
      double steal, double others, long clockStepMs, double pressure, long pauseMs) {
    return Gates.host(
            new HostState(
                OptionalDouble.of(steal),
                OptionalDouble.of(others),
                OptionalLong.of(clockStepMs),
                OptionalDouble.of(pressure)),
            OptionalLong.of(pauseMs),
            REQUEST,
            Optional.empty())
        .orElseThrow();
  }
}
