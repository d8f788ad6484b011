package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.runner.outcome.HostLimits;
import io.github.restcomparison.runner.outcome.KeptTime;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Checks that service and load generator could use their CPUs undisturbed. It judges no figure of
 * the service, so that it cannot favour a result. Disturbed seconds were left out before, unless
 * too little of the window would have been left. A run that it objects to is INVALID.
 *
 * @param longestPauseMs longest pause of the generator in the window; absent if not measured
 * @param requestTime the shortest possible duration of a request under this load
 * @param undisturbed what the window is without its disturbed seconds; absent if there is none
 */
record HostGate(
    HostState host,
    OptionalLong longestPauseMs,
    Duration requestTime,
    Optional<KeptTime> undisturbed)
    implements Gate {

  /** By how many ms the wall clock may be adjusted between two samples, one second apart. */
  static final long CLOCK_STEP_MS = 50;

  /** The share of the time before the run in which a process may have waited for a CPU. */
  static final double PRESSURE_BEFORE = 0.05;

  /** Whether any of the values was measured. */
  boolean canJudge() {
    return longestPauseMs.isPresent()
        || host.stealShare().isPresent()
        || host.othersShare().isPresent()
        || host.clockStepMs().isPresent()
        || host.pressureBefore().isPresent();
  }

  @Override
  public String name() {
    return GateResult.HOST;
  }

  @Override
  public Severity severity() {
    return Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    return Stream.of(
            inWindow(),
            millis("the wall clock was set by %d ms", host.clockStepMs(), CLOCK_STEP_MS),
            share(
                "before the run something waited for a CPU %.1f %% of the time",
                host.pressureBefore(), PRESSURE_BEFORE))
        .flatMap(List::stream)
        .toList();
  }

  /** What disturbed the window, and how little of it was not disturbed. */
  private List<String> inWindow() {
    List<String> objections =
        Stream.of(
                share(
                    "the hypervisor gave %.1f %% of the CPU time in the window to others",
                    host.stealShare(), HostLimits.STEAL_SHARE),
                share(
                    "other processes used %.1f %% of the CPU time in the window",
                    host.othersShare(), HostLimits.OTHERS_SHARE),
                millis(
                    "the load generator stood still for %d ms in the window",
                    longestPauseMs, HostLimits.pauseMs(requestTime)))
            .flatMap(List::stream)
            .toList();
    return objections.isEmpty()
        ? objections
        : Stream.concat(
                objections.stream(),
                undisturbed.filter(each -> !each.isEnough()).map(KeptTime::tooLittle).stream())
            .toList();
  }

  private static List<String> share(String sentence, OptionalDouble share, double limit) {
    return share.isPresent() && share.getAsDouble() > limit
        ? List.of(
            String.format(
                Locale.ROOT, sentence + "; %.0f %% may be", 100 * share.getAsDouble(), 100 * limit))
        : List.of();
  }

  private static List<String> millis(String sentence, OptionalLong ms, long limit) {
    return ms.isPresent() && ms.getAsLong() > limit
        ? List.of((sentence + "; %d ms may be").formatted(ms.getAsLong(), limit))
        : List.of();
  }
}
