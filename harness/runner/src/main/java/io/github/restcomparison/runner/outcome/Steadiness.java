package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.log.GatlingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the service was in a steady state in the time that is kept of a window: the throughput of
 * both halves is the same, and answers did not stall.
 *
 * @param limits of the load, from which the shortest possible request time follows
 */
public record Steadiness(GatlingLog load, KeptTime kept, ThroughputLimits limits) {

  /** By how much the throughput of the halves may differ, as a share of the first half's. */
  private static final double TOLERANCE = 0.05;

  /** Shorter windows, in request times, are not judged: each half has too few answers. */
  private static final int SHORTEST_WINDOW = 10;

  /** A stall is noted if it is longer than two request times plus this. */
  private static final Duration STALL = Duration.ofMillis(500);

  /**
   * Whether the throughput of the halves differs by no more than the tolerance. Users that started
   * together may be answered in waves, all of them every 100 ms for example. One half may then
   * contain one wave more than the other, and so may each of its parts, which the tolerance allows
   * for. A window that is too short to judge counts as steady.
   */
  public boolean steady() {
    KeptTime first = kept.halves().getFirst();
    double wave = limits.atOnce() * first.parts().size() / first.seconds();
    return tooShort() || Math.abs(rate(1) - rate(0)) <= TOLERANCE * rate(0) + wave;
  }

  /** The longest time without any answer, in ms. */
  public long longestStallMs() {
    return kept.longestStall(load).ms();
  }

  /** The notes for the record, one sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!steady()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "steady state not shown: %,.0f requests/s in the first half of the window, %,.0f/s in"
                  + " the second",
              rate(0),
              rate(1)));
    }
    GatlingLog.Stall stall = kept.longestStall(load);
    if (stall.ms() > 2 * limits.requestTime().toMillis() + STALL.toMillis()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "nothing was answered for %.1f s, from %.1f s into the window",
              stall.ms() / 1e3,
              (stall.fromMs() - kept.window().startMs()) / 1e3));
    }
    return notes;
  }

  private boolean tooShort() {
    return kept.ms() < Math.max(2, SHORTEST_WINDOW * requestMs());
  }

  /** Mean latency, at least the ideal request time: a service short of CPU exceeds the delay. */
  private double requestMs() {
    Latencies inside = kept.answers(load);
    double mean = inside.total() == 0 ? 0 : inside.mean();
    return Math.max(mean, limits.requestTime().toMillis());
  }

  private double rate(int which) {
    KeptTime half = kept.halves().get(which);
    return half.answers(load).total() / half.seconds();
  }
}
