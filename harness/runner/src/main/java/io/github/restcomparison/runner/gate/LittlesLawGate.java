package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.List;

/**
 * Checks Little's law: on average, as many requests were in flight as there are users. A run that
 * it objects to is INVALID.
 *
 * @param betweenMs what a user may spend between an answer and the next request; times are whole
 *     ms, so that of answers within a few a large part is lost
 */
record LittlesLawGate(ThroughputLimits limits, Load load, double betweenMs) implements Gate {
  @Override
  public String name() {
    return "littlesLaw";
  }

  @Override
  public Severity severity() {
    return Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    double inFlight = load.window().inFlightInWindow().getAsDouble();
    double gap = limits.littleGap(inFlight);
    double between = betweenMs / Math.max(1, load.window().meanLatencyInWindow().orElse(1));
    return gap > ThroughputLimits.LITTLE_TOLERANCE + between
        ? List.of(
            "Little's law is off by %.1f %%: %d users, %.0f requests in flight on average"
                .formatted(100 * gap, limits.users(), inFlight))
        : List.of();
  }
}
