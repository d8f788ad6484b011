package io.github.restcomparison.runner.gatlinglog;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What Gatling's log says of the measured scenario, added up in one pass over the log. */
public final class MeasuredLoad implements SimulationLog.Visitor {
  /** The scenario that is measured, in every simulation of this project. */
  public static final String SCENARIO = "measured";

  private final String scenario;
  private final Latencies latencies = new Latencies();
  private final Map<String, Long> koByKind = new TreeMap<>();
  private final SortedMap<Long, Moment> moments = new TreeMap<>();
  private long ko;
  private int started;
  private int ended;
  private long firstUser = Long.MAX_VALUE;
  private long firstRequest = Long.MAX_VALUE;
  private long lastStart = Long.MIN_VALUE;
  private long firstEnd = Long.MAX_VALUE;
  private long lastEnd = Long.MIN_VALUE;

  /** The requests that ended within one ms. */
  private static final class Moment {
    private final Latencies ok = new Latencies();
    private long ko;
  }

  private MeasuredLoad(String scenario) {
    this.scenario = scenario;
  }

  /** A load of which nothing has been told yet. */
  public static MeasuredLoad of(String scenario) {
    return new MeasuredLoad(scenario);
  }

  /**
   * Reads a log.
   *
   * @param scenario the one whose users count; silent requests are not in the log anyway
   * @throws SimulationLogException if this is not an undamaged log of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static MeasuredLoad read(Path log, String scenario) throws IOException {
    return read(List.of(log), scenario);
  }

  /**
   * Reads the logs of several injectors as one load: every request of each counts as it is.
   *
   * @throws SimulationLogException if one of them is not an undamaged log of Gatling 3.15
   * @throws IOException if one cannot be read
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

  /** A request that could not even be built never reached the service: a failure all the same. */
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
    if (!userScenario.equals(scenario)) {
      return;
    }
    if (start) {
      started++;
      firstUser = Math.min(firstUser, atMs);
      lastStart = Math.max(lastStart, atMs);
    } else {
      ended++;
      firstEnd = Math.min(firstEnd, atMs);
      lastEnd = Math.max(lastEnd, atMs);
    }
  }

  /** The latencies of the requests that were answered rightly. */
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

  /** How many users came. */
  public int usersStarted() {
    return started;
  }

  /** How many users went. */
  public int usersEnded() {
    return ended;
  }

  /**
   * When the first request was sent, in ms since 1970: users may have warmed up before. Where there
   * was none, when the first user came.
   */
  public long firstStartMs() {
    return firstRequest == Long.MAX_VALUE ? firstUser : firstRequest;
  }

  /** When the last user went, in ms since 1970. */
  public long lastEndMs() {
    return lastEnd;
  }

  /**
   * The time in which every user was at work, ramp-up and tail left out: from when as many requests
   * have ended as there are users (about one each: the connections are open), to when no more are
   * left than that, or the first user has nothing left to ask.
   *
   * <p>Where all users are answered at once, again and again, both ends are the end of such a wave:
   * so many whole waves are in it, and their time.
   */
  public Optional<RunSamples.Window> window() {
    long from = Math.max(whenEnded(started), lastStart);
    long to = Math.min(whenEnded(latencies.total() + ko - started), firstEnd);
    return started > 0 && from < to
        ? Optional.of(new RunSamples.Window(from, to))
        : Optional.empty();
  }

  /** When so many requests have ended; the end of time where they never do. */
  private long whenEnded(long requests) {
    long ended = 0;
    for (Map.Entry<Long, Moment> entry : moments.entrySet()) {
      ended += entry.getValue().ok.total() + entry.getValue().ko;
      if (ended >= requests) {
        return entry.getKey();
      }
    }
    return Long.MAX_VALUE;
  }

  /** The right answers that ended within a window. */
  public Latencies in(RunSamples.Window window) {
    Latencies inside = new Latencies();
    moments
        .subMap(window.startMs() + 1, window.endMs() + 1)
        .values()
        .forEach(moment -> moment.ok.counts().forEach(inside::add));
    return inside;
  }

  /**
   * How many requests that were answered rightly were in flight within a window, on average: the L
   * of Little's law, by its definition. Throughput times mean latency is the same only where
   * requests are as old at the window's beginning as at its end.
   */
  public double inFlight(RunSamples.Window window) {
    double sum = 0;
    for (Map.Entry<Long, Moment> entry : moments.tailMap(window.startMs() + 1).entrySet()) {
      long end = entry.getKey();
      for (Map.Entry<Integer, Long> count : entry.getValue().ok.counts().entrySet()) {
        long from = Math.max(end - count.getKey(), window.startMs());
        long to = Math.min(end, window.endMs());
        sum += Math.max(0, to - from) * (double) count.getValue();
      }
    }
    return sum / (window.endMs() - window.startMs());
  }

  /**
   * A time in which nothing was answered.
   *
   * @param fromMs ms since 1970
   * @param ms how long
   */
  public record Stall(long fromMs, long ms) {}

  /** The longest in a window, the first of those that are equally long. */
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

  /** The load second by second, counted from the first request. */
  public List<RunSamples.Second> seconds() {
    List<RunSamples.Second> seconds = new ArrayList<>();
    for (long from = firstStartMs(); from <= lastEnd; from += 1_000) {
      Latencies ok = new Latencies();
      long failures = 0;
      for (Moment moment : moments.subMap(from, from + 1_000).values()) {
        moment.ok.counts().forEach(ok::add);
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
