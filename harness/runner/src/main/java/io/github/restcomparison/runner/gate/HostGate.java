package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.HostState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Checks that service and load generator could use their CPUs undisturbed. It judges no figure of
 * the service, so that it cannot favour a result. A run that it objects to is INVALID.
 *
 * @param longestPauseMs longest pause of the generator in the window; absent if not measured
 * @param requestTime the shortest possible duration of a request under this load
 */
record HostGate(HostState host, OptionalLong longestPauseMs, Duration requestTime) implements Gate {

  /** The share of the CPU time in the window that the hypervisor may give to others. */
  static final double STEAL_SHARE = 0.05;

  /** The share of the CPU time in the window that other processes may use. */
  static final double OTHERS_SHARE = 0.05;

  /** By how many ms the wall clock may be adjusted between two samples, one second apart. */
  static final long CLOCK_STEP_MS = 50;

  /**
   * By how many ms a thread of the generator may wake late in the window; half of the request time
   * if that is longer. See docs/decisions/0007-pause-of-the-generator.md.
   */
  static final long PAUSE_MS = 20;

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
            share(
                "the hypervisor gave %.1f %% of the CPU time in the window to others",
                host.stealShare(), STEAL_SHARE),
            share(
                "other processes used %.1f %% of the CPU time in the window",
                host.othersShare(), OTHERS_SHARE),
            millis("the wall clock was set by %d ms", host.clockStepMs(), CLOCK_STEP_MS),
            millis(
                "the load generator stood still for %d ms in the window",
                longestPauseMs, longestAllowedMs()),
            share(
                "before the run something waited for a CPU %.1f %% of the time",
                host.pressureBefore(), PRESSURE_BEFORE))
        .flatMap(Optional::stream)
        .toList();
  }

  private long longestAllowedMs() {
    return Math.max(PAUSE_MS, requestTime.toMillis() / 2);
  }

  private static Optional<String> share(String sentence, OptionalDouble share, double limit) {
    return share.isPresent() && share.getAsDouble() > limit
        ? Optional.of(
            String.format(
                Locale.ROOT, sentence + "; %.0f %% may be", 100 * share.getAsDouble(), 100 * limit))
        : Optional.empty();
  }

  private static Optional<String> millis(String sentence, OptionalLong ms, long limit) {
    return ms.isPresent() && ms.getAsLong() > limit
        ? Optional.of((sentence + "; %d ms may be").formatted(ms.getAsLong(), limit))
        : Optional.empty();
  }
}
