package io.github.restcomparison.analysis.overhead;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.ThroughputLimits;

/**
 * What no service can pass under a load: what users and workers allow, or in an open model the rate
 * at which requests arrive.
 *
 * @param perSecond requests; NaN if the delay is 0
 * @param made what it is made of: {@code 1,000 users / 100 ms}
 */
public record Ceiling(double perSecond, String made) {

  /** The ceiling of a run. */
  public static Ceiling of(RecordedRun run) {
    return run.open()
        .map(open -> new Ceiling((double) open.requests() / open.seconds(), "the schedule"))
        .orElseGet(() -> of(run.limits()));
  }

  /** The ceiling of a closed model. */
  public static Ceiling of(ThroughputLimits limits) {
    String of =
        switch (limits.ceilingReason()) {
          case USERS -> Numbers.count(limits.users(), "user");
          case THREADS -> Numbers.count(limits.workers().getAsInt(), "thread");
          case CONNECTIONS -> Numbers.count(limits.connections().getAsInt(), "connection");
          case NONE -> "";
        };
    return new Ceiling(
        limits.ceiling().orElse(Double.NaN),
        of.isEmpty()
            ? "no ceiling: the delay is 0"
            : of + " / " + Numbers.of(limits.delay().toMillis()) + " ms");
  }

  /** Returns a throughput as a percentage of it; NaN without one of the two. */
  public double percent(double throughput) {
    return 100 * throughput / perSecond;
  }
}
