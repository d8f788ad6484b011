package io.github.restcomparison.runner.gatlinglog;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.DoubleAdder;

/** Sums up the measured scenario in one pass over Gatling's log. */
public final class MeasuredLoad implements SimulationLog.Visitor {
  /** The name of the measured scenario in every simulation of this project. */
  public static final String SCENARIO = "measured";

  private final MeasuredUsers measured;
  private final Latencies latencies = new Latencies();
  private final Map<String, Long> koByKind = new TreeMap<>();
  private final SortedMap<Long, Moment> moments = new TreeMap<>();
  private final LongSummaryStatistics userStarts = new LongSummaryStatistics();
  private final LongSummaryStatistics userEnds = new LongSummaryStatistics();
  private long ko;
  private long firstRequest = Long.MAX_VALUE;

  /** The requests that ended in one ms. */
  private static final class Moment {
    private final LatencyCounts ok = new LatencyCounts();
    private long ko;
  }

  private MeasuredLoad(MeasuredUsers measured) {
    this.measured = measured;
  }

  /**
   * Reads the log of a simulation that is not ours, all of whose scenarios count.
   *
   * @param warmUp after the first user, what of it is no part of the window
   * @throws SimulationLogException if the log is damaged, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static MeasuredLoad ofUser(Path log, Duration warmUp) throws IOException {
    MeasuredLoad load = new MeasuredLoad(new MeasuredUsers.All(warmUp));
    SimulationLog.read(log, load);
    return load;
  }

  /** An empty load, which the records of a log are added to. */
  public static MeasuredLoad of(String scenario) {
    return new MeasuredLoad(new MeasuredUsers.OfScenario(scenario));
  }

  /**
   * Reads a log.
   *
   * @param scenario whose users count; Gatling does not log silent requests
   * @throws SimulationLogException if the log is damaged, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static MeasuredLoad read(Path log, String scenario) throws IOException {
    return read(List.of(log), scenario);
  }

  /**
   * Reads the logs of several injectors as one load; their requests count alike.
   *
   * @throws SimulationLogException if a log is damaged, or not of Gatling 3.15
   * @throws IOException if a log cannot be read
   */
  public static MeasuredLoad read(List<Path> logs, String scenario) throws IOException {
    MeasuredLoad load = of(scenario);
    for (Path log : logs) {
      SimulationLog.read(log, load);
    }
    return load;
  }

  @Override
  public void request(String name, long startMs, long endMs, boolean ok, String message) {
    firstRequest = Math.min(firstRequest, startMs);
    Moment moment = moments.computeIfAbsent(endMs, ms -> new Moment());
    if (ok) {
      int latency = Math.toIntExact(endMs - startMs);
      latencies.add(latency);
      moment.ok.add(latency);
    } else {
      failed(message);
      moment.ko++;
    }
  }

  /** Counts a request that Gatling could not build as a failure. */
  @Override
  public void error(String message, long atMs) {
    failed(message);
  }

  private void failed(String message) {
    ko++;
    koByKind.merge(message, 1L, Long::sum);
  }

  @Override
  public void user(String userScenario, boolean start, long atMs) {
    if (measured.count(userScenario)) {
      (start ? userStarts : userEnds).accept(atMs);
    }
  }

  /** The latencies of the successful requests. */
  public Latencies latencies() {
    return latencies;
  }

  /** How many requests failed. */
  public long ko() {
    return ko;
  }

  /** How many requests failed, by Gatling's message. */
  public Map<String, Long> koByKind() {
    return koByKind;
  }

  /** How many users of the scenario ended. */
  public long usersEnded() {
    return userEnds.getCount();
  }

  /**
   * When the first request was sent, in ms since 1970. Users may have started earlier, to warm up.
   * Without a request, when the first user started.
   */
  public long firstStartMs() {
    return firstRequest == Long.MAX_VALUE ? userStarts.getMin() : firstRequest;
  }

  /** When the last user ended, in ms since 1970. */
  public long lastEndMs() {
    return userEnds.getMax();
  }

  /** The time whose requests are the figures; empty where there is none. */
  public Optional<RunSamples.Window> window() {
    return userStarts.getCount() == 0 ? Optional.empty() : measured.window(this);
  }

  LongSummaryStatistics userStarts() {
    return userStarts;
  }

  LongSummaryStatistics userEnds() {
    return userEnds;
  }

  /** How many requests there were, failed ones included. */
  long requests() {
    return latencies.total() + ko;
  }

  /** When this many requests have ended, in ms since 1970; {@code MAX_VALUE} if they never do. */
  long whenEnded(long requests) {
    long ended = 0;
    for (Map.Entry<Long, Moment> entry : moments.entrySet()) {
      ended += entry.getValue().ok.total() + entry.getValue().ko;
      if (ended >= requests) {
        return entry.getKey();
      }
    }
    return Long.MAX_VALUE;
  }

  /** The latencies of the successful requests that began and ended outside of these times. */
  public Latencies outside(List<RunSamples.Window> times) {
    Latencies outside = new Latencies();
    moments.forEach(
        (end, moment) ->
            moment.ok.forEach(
                (latency, count) -> {
                  if (times.stream().noneMatch(time -> time.meets(end - latency, end))) {
                    outside.add(latency, count);
                  }
                }));
    return outside;
  }

  /** The latencies of the successful requests that ended in a window. */
  public Latencies in(RunSamples.Window window) {
    Latencies inside = new Latencies();
    moments
        .subMap(window.startMs() + 1, window.endMs() + 1)
        .values()
        .forEach(moment -> moment.ok.addTo(inside));
    return inside;
  }

  /**
   * How many successful requests were in flight in a window, on average: L of Little's law, by its
   * definition. Throughput times mean latency equals it only if the requests in flight at the
   * beginning of the window are as old as those at its end.
   */
  public double inFlight(RunSamples.Window window) {
    DoubleAdder sum = new DoubleAdder();
    moments
        .tailMap(window.startMs() + 1)
        .forEach(
            (end, moment) ->
                moment.ok.forEach(
                    (latency, count) -> {
                      long from = Math.max(end - latency, window.startMs());
                      long to = Math.min(end, window.endMs());
                      sum.add(Math.max(0, to - from) * (double) count);
                    }));
    return sum.sum() / (window.endMs() - window.startMs());
  }

  /**
   * A time in which no request ended.
   *
   * @param fromMs its beginning, in ms since 1970
   * @param ms its duration
   */
  public record Stall(long fromMs, long ms) {}

  /** The longest stall in a window; the first, if several are equally long. */
  public Stall longestStall(RunSamples.Window window) {
    Stall longest = new Stall(window.startMs(), 0);
    long before = window.startMs();
    for (long at : moments.subMap(window.startMs() + 1, window.endMs()).keySet()) {
      longest = at - before > longest.ms() ? new Stall(before, at - before) : longest;
      before = at;
    }
    long last = window.endMs() - before;
    return last > longest.ms() ? new Stall(before, last) : longest;
  }

  /** The load second by second, from the first request on. */
  public List<RunSamples.Second> seconds() {
    List<RunSamples.Second> seconds = new ArrayList<>();
    for (long from = firstStartMs(); from <= lastEndMs(); from += 1_000) {
      Latencies ok = new Latencies();
      long failures = 0;
      for (Moment moment : moments.subMap(from, from + 1_000).values()) {
        moment.ok.addTo(ok);
        failures += moment.ko;
      }
      boolean none = ok.total() == 0;
      seconds.add(
          new RunSamples.Second(
              from,
              ok.total(),
              failures,
              none ? 0 : ok.percentile(50),
              none ? 0 : ok.percentile(99),
              none ? 0 : ok.counts().lastKey()));
    }
    return seconds;
  }
}
