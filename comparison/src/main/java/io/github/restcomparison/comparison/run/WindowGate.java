package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.Bounds;
import io.github.restcomparison.comparison.record.RunRecord.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the figures of the window can be true: there is a window, Little's law holds in it, and
 * nothing was answered faster than arithmetic allows. A run that it objects to is INVALID.
 */
record WindowGate(Bounds bounds, Load load) {

  List<String> objections() {
    if (load.throughput().isEmpty() || load.meanLatencyInWindow().isEmpty()) {
      return List.of(
          "there was no time in which all users were at work: more requests per user are needed");
    }
    List<String> objections = new ArrayList<>();
    double throughput = load.throughput().getAsDouble();
    double latency = load.meanLatencyInWindow().getAsDouble();
    double gap = bounds.littleGap(throughput, Duration.ofNanos(Math.round(latency * 1e6)));
    if (gap > Bounds.LITTLE_TOLERANCE) {
      objections.add(
          "Little's law is off by %.1f %%: %d users, %.0f requests/s of %.1f ms each"
              .formatted(100 * gap, bounds.users(), throughput, latency));
    }
    double edge = bounds.delay().toMillis() / 1e3 / load.windowSeconds().getAsDouble();
    if (!bounds.allows(throughput, edge)) {
      objections.add(
          "%.0f requests/s are more than the %.0f/s that users, workers and delay allow"
              .formatted(throughput, bounds.ceiling().getAsDouble()));
    }
    return objections;
  }
}
