package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunFigures.HostState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The check that service and load generator could use their CPUs undisturbed. It judges no figure
 * of the service, so that it cannot favour a result. NaN is not judged.
 *
 * @param pauseMs the longest pause of the load generator
 * @param maxPauseMs the maximum that is allowed
 * @param undisturbed the window without the seconds in which the host disturbed the run
 */
record HostGate(HostState host, double pauseMs, double maxPauseMs, KeptTime undisturbed) {
  private static final double OTHERS_PERCENT = 100 * HostState.MAX_SHARE;

  /** The maximum share of the time before the run in which a process waited for a CPU. */
  private static final double PRESSURE_PERCENT = 5;

  /** Smaller than the precision of a percentage, and larger than the errors of binary fractions. */
  private static final double ROUNDING = 1e-6;

  /** Returns whether anything of the host was measured. */
  boolean isMeasured() {
    return !DoubleStream.of(
            pauseMs,
            host.stealShare(),
            host.othersShare(),
            host.generatorJitShare(),
            host.pressureBefore())
        .allMatch(Double::isNaN);
  }

  /** Returns a sentence for each way in which the host disturbed the run; none if it did not. */
  List<String> objections() {
    List<String> all = new ArrayList<>();
    addIfAbove(
        OTHERS_PERCENT,
        all,
        "the hypervisor gave %.1f %% of the CPU time in the window to others (limit %.0f %%)",
        host.stealShare());
    addIfAbove(
        OTHERS_PERCENT,
        all,
        "other processes used %.1f %% of the CPU time in the window (limit %.0f %%)",
        host.othersShare());
    addIfAbove(
        OTHERS_PERCENT,
        all,
        "the JIT compilers of the load generator used %.1f %% of the CPU time in the window (limit"
            + " %.0f %%)",
        host.generatorJitShare());
    if (pauseMs > maxPauseMs) {
      all.add(
          "the load generator paused for %.0f ms in the window (limit %.0f ms)"
              .formatted(pauseMs, maxPauseMs));
    }
    if (!all.isEmpty()) {
      undisturbed.objection().ifPresent(all::add);
    }
    addIfAbove(
        PRESSURE_PERCENT,
        all,
        "before the run tasks waited for a CPU %.1f %% of the time (limit %.0f %%)",
        host.pressureBefore());
    return all;
  }

  /**
   * Adds a sentence if a share is above its limit; it is rounded up, so that the sentence never has
   * the limit itself.
   */
  private static void addIfAbove(double limit, List<String> all, String why, double share) {
    double percent = 100 * share;
    if (percent > limit) {
      all.add(why.formatted(Math.ceil(10 * percent - ROUNDING) / 10, limit));
    }
  }
}
