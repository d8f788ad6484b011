package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.Bounds;
import io.github.restcomparison.comparison.record.RunRecord.Load;
import java.util.List;

/**
 * Whether the figures of the window can be true: there is a window, Little's law holds in it, and
 * nothing was answered faster than arithmetic allows. A run that one of the three objects to is
 * INVALID.
 */
record WindowGate(Bounds bounds, Load load) {

  /** The gate of the window: without one there are no figures, and the other two cannot judge. */
  List<String> missing() {
    return load.throughput().isEmpty() || load.inFlightInWindow().isEmpty()
        ? List.of(
            "there was no time in which all users were at work: more requests per user are needed")
        : List.of();
  }

  /** The gate of Little's law, in a run that has a window. */
  List<String> littlesLaw() {
    double inFlight = load.inFlightInWindow().getAsDouble();
    double gap = bounds.littleGap(inFlight);
    return gap > Bounds.LITTLE_TOLERANCE
        ? List.of(
            "Little's law is off by %.1f %%: %d users, %.0f requests in flight on average"
                .formatted(100 * gap, bounds.users(), inFlight))
        : List.of();
  }

  /** The gate of the ceiling, in a run that has a window. */
  List<String> bound() {
    double edge = bounds.delay().toMillis() / 1e3 / load.windowSeconds().getAsDouble();
    return bounds.allows(throughput(), edge)
        ? List.of()
        : List.of(
            "%.0f requests/s are more than the %.0f/s that users, workers and delay allow"
                .formatted(throughput(), bounds.ceiling().getAsDouble()));
  }

  private double throughput() {
    return load.throughput().getAsDouble();
  }
}
