package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Each rule objects just above its limit, and passes at it. A request takes 100 ms. */
class HostGateTest {
  /** 34,402 requests of a load failed so, and the service was blamed. */
  @Test
  void generatorWithoutPortsOrFilesIsNotTheServicesFault() {
    String noPort =
        "j.n.ConnectException: connect(..) failed with error(-99): Cannot assign requested"
            + " address";
    RecordedLoad load = RecordedLoad.of(2, 3, 100);
    load.failure(0, 100, noPort);
    load.failure(0, 100, noPort);
    load.failure(0, 100, "j.n.SocketException: Too many open files");
    Judged run = Judged.of(2).log(load.log()).seen(3);
    assertThat(run.objections(Gate.ANSWERS)).isEmpty();
    assertThat(run.objections(Gate.HOST))
        .containsExactly(
            "the load generator could not open a connection for 3 requests: 2 × "
                + noPort
                + ", 1 × j.n.SocketException: Too many open files; this host has no port or file left");
    assertThat(run.gates().verdict(List.of()).status()).isEqualTo(Status.INVALID);
    load.failure(0, 100, "status 500");
    assertThat(Judged.of(2).log(load.log()).objections(Gate.ANSWERS))
        .contains("1 request failed: 1 × status 500");
  }

  /** The warm-up of the same users failed for the same reason. */
  @Test
  void warmUpWithoutPortsIsNotTheServicesFault() {
    RecordedLoad load = RecordedLoad.of(2, 5, 100);
    load.failure(0, 100, "j.n.BindException: Cannot assign requested address");
    Gates gates = Judged.of(2).log(load.log()).gates();
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(1), Duration.ZERO);
    warmUp.exchanges().end();
    gates.warmUp(warmUp);
    assertThat(gates.verdict(List.of()).status()).isEqualTo(Status.INVALID);
  }

  private static final double UNKNOWN = Double.NaN;

  @Test
  void quietHostPasses() {
    assertThat(gate(0.05, 0.05, 0.05, 50)).isEmpty();
  }

  @Test
  void stealTimeIsReported() {
    assertThat(gate(0.051, 0, 0, 0))
        .containsExactly(
            "the hypervisor gave 5.1 % of the CPU time in the window to others (limit 5 %)");
    assertThat(gate(0.0501, 0, 0, 0).getFirst()).as("not 5.0").contains("gave 5.1 %");
  }

  @Test
  void otherProcessesAreReported() {
    assertThat(gate(0, 0.234, 0, 0))
        .containsExactly("other processes used 23.4 % of the CPU time in the window (limit 5 %)");
  }

  @Test
  void pauseOfTheGeneratorIsReported() {
    assertThat(gate(0, 0, 0, 51))
        .containsExactly("the load generator paused for 51 ms in the window (limit 50 ms)");
  }

  @Test
  void compilersOfTheGeneratorAreReported() {
    assertThat(compiling(0.05, KeptTime.NONE)).isEmpty();
    assertThat(compiling(UNKNOWN, KeptTime.NONE)).isEmpty();
    KeptTime little =
        new KeptTime(
            new Window(0, 10_000),
            List.of(new ExcludedTime(0, 8_000, "load generator compiling 9 %")));
    assertThat(compiling(0.074, little))
        .containsExactly(
            "the JIT compilers of the load generator used 7.4 % of the CPU time in the window (limit"
                + " 5 %)",
            "the host left 2.0 of 10.0 s undisturbed; at least half of the window and 5 s are"
                + " needed");
  }

  private static List<String> compiling(double share, KeptTime undisturbed) {
    return Judged.of(2).host(0, 0, share, 0).undisturbed(undisturbed).objections(Gate.HOST);
  }

  /** 200 workers and 1,000 users: a request takes five delays, and half of that is 250 ms. */
  @Test
  void allowedPauseGrowsWithTheRequestTime() {
    Load fiveDelays = ClosedLoad.of(1_000, 1, 100, Wait.FIXED, OptionalInt.of(200), 0);
    assertThat(pause(fiveDelays, 250)).isEmpty();
    assertThat(pause(fiveDelays, 251)).hasSize(1);
    Load noDelay = ClosedLoad.of(1, 1, 0, Wait.FIXED, OptionalInt.empty(), 0);
    assertThat(pause(noDelay, 20)).isEmpty();
    assertThat(pause(noDelay, 21)).hasSize(1);
  }

  private static List<String> pause(Load load, long pauseMs) {
    double none = 0;
    return new Judged(load)
        .host(none, none, UNKNOWN)
        .generator(UNKNOWN, UNKNOWN, pauseMs)
        .objections(Gate.HOST);
  }

  @Test
  void pressureBeforeTheRunIsReported() {
    assertThat(gate(0, 0, 0.06, 0))
        .containsExactly("before the run tasks waited for a CPU 6.0 % of the time (limit 5 %)");
  }

  @Test
  void allObjectionsAreReported() {
    assertThat(gate(0.1, 0.1, 0.1, 100)).hasSize(4);
  }

  /** Two of ten seconds were not disturbed; half of them and 5 s must be. */
  @Test
  void undisturbedTimeIsReportedWithTheDisturbances() {
    KeptTime little =
        new KeptTime(new Window(0, 10_000), List.of(new ExcludedTime(0, 8_000, "steal 9 %")));
    assertThat(stolen(0.06, little))
        .containsExactly(
            "the hypervisor gave 6.0 % of the CPU time in the window to others (limit 5 %)",
            "the host left 2.0 of 10.0 s undisturbed; at least half of the window and 5 s are needed");
    assertThat(stolen(0.05, little)).as("the window as a whole passes").isEmpty();
    KeptTime much =
        new KeptTime(new Window(0, 10_000), List.of(new ExcludedTime(0, 3_000, "steal 9 %")));
    assertThat(stolen(0.06, much)).hasSize(1);
  }

  private static List<String> stolen(double share, KeptTime undisturbed) {
    return Judged.of(2)
        .host(share, UNKNOWN, UNKNOWN)
        .undisturbed(undisturbed)
        .objections(Gate.HOST);
  }

  @Test
  void unknownValuesAreNotJudged() {
    Judged nothing = Judged.of(2).host(UNKNOWN, UNKNOWN, UNKNOWN);
    assertThat(nothing.gate(Gate.HOST)).isEmpty();
    assertThat(nothing.generator(UNKNOWN, UNKNOWN, 0).gate(Gate.HOST)).isPresent();
  }

  private static List<String> gate(double steal, double others, double pressure, long pauseMs) {
    return Judged.of(2)
        .host(steal, others, pressure)
        .generator(UNKNOWN, UNKNOWN, pauseMs)
        .objections(Gate.HOST);
  }
}
