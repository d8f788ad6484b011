package io.github.restcomparison.analysis.overhead;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.OptionalDouble;

/**
 * What no service can pass under a load: what users and workers allow, or in an open model the rate
 * at which requests come.
 *
 * @param perSecond requests; absent where the delay is 0
 * @param made what it is made of
 */
public record Ceiling(OptionalDouble perSecond, String made) {

  public static Ceiling of(RecordedRun run) {
    ThroughputLimits limits = run.limits();
    return run.open()
        .map(
            open ->
                new Ceiling(
                    OptionalDouble.of((double) open.requests() / open.seconds()), "the schedule"))
        .orElseGet(() -> new Ceiling(limits.ceiling(), made(limits)));
  }

  public OptionalDouble percent(OptionalDouble throughput) {
    return perSecond.stream()
        .flatMap(ceiling -> throughput.stream().map(value -> 100 * value / ceiling))
        .findFirst();
  }

  /** What a ceiling is made of: {@code 1,000 users / 100 ms}. */
  static String made(ThroughputLimits limits) {
    String delay = Numbers.of(limits.delay().toMillis()) + " ms";
    return switch (limits.ceilingReason()) {
      case USERS -> Numbers.count(limits.users(), "user") + " / " + delay;
      case THREADS -> Numbers.count(limits.workers().getAsInt(), "thread") + " / " + delay;
      case CONNECTIONS ->
          Numbers.count(limits.connections().getAsInt(), "connection") + " / " + delay;
      case NONE -> "no ceiling: the delay is 0";
    };
  }
}
