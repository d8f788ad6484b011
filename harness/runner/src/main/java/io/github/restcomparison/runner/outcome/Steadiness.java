package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.gatlinglog.MeasuredLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a window shows one steady service: as many answers in its second half as in its first,
 * and no time in which nothing was answered.
 *
 * @param limits of the load, which say what a request takes at best
 */
public record Steadiness(MeasuredLoad load, Window window, ThroughputLimits limits) {

  /** By how much the halves may differ, as a share of the first. */
  public static final double TOLERANCE = 0.05;

  /** Shorter windows, in request times, are not looked at: each half has a few answers each. */
  public static final int SHORTEST_WINDOW = 10;

  /** A stall is noted where it is longer than two request times and this. */
  public static final Duration STALL = Duration.ofMillis(500);

  /**
   * Whether the halves do not show otherwise. Users who started together may be answered together
   * for long: all of them every 100 ms, say. Of two halves one then has up to one such wave more,
   * which is no change of the service, and is allowed for.
   */
  public boolean steady() {
    double seconds = half(0).seconds();
    return tooShort()
        || Math.abs(rate(1) - rate(0)) <= TOLERANCE * rate(0) + limits.atOnce() / seconds;
  }

  /** The longest time without any answer. */
  public long longestStallMs() {
    return load.longestStall(window).ms();
  }

  /** What a reader should know, a sentence each. */
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
    MeasuredLoad.Stall stall = load.longestStall(window);
    if (stall.ms() > 2 * limits.requestTime().toMillis() + STALL.toMillis()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "nothing was answered for %.1f s, from %.1f s into the window",
              stall.ms() / 1e3,
              (stall.fromMs() - window.startMs()) / 1e3));
    }
    return notes;
  }

  private boolean tooShort() {
    return window.endMs() - window.startMs() < Math.max(2, SHORTEST_WINDOW * requestMs());
  }

  /** What a request took: a service that is short of CPU takes longer than the delay. */
  private double requestMs() {
    Latencies inside = load.in(window);
    double mean = inside.total() == 0 ? 0 : inside.mean();
    return Math.max(mean, limits.requestTime().toMillis());
  }

  private double rate(int which) {
    return load.in(half(which)).total() / half(which).seconds();
  }

  private Window half(int which) {
    long middle = (window.startMs() + window.endMs()) / 2;
    return which == 0 ? new Window(window.startMs(), middle) : new Window(middle, window.endMs());
  }
}
