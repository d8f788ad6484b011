package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.RunFigures.Counts;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.log.LogReader.Source;
import io.github.restcomparison.runner.log.LogReader.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The measured requests of Gatling's log, or of the logs of several injectors, which count as one
 * load. All figures of the load are computed from them.
 *
 * <p>Logs are read twice, since they may be larger than memory: first to count the requests that
 * ended in each ms, from which the window follows, then for the latencies in it. Memory grows with
 * the duration of the load, not with the number of its requests.
 */
public final class GatlingLog {
  /** The name of the measured scenario in every simulation of this project. */
  public static final String SCENARIO = "measured";

  /** Gatling names the class of the exception by which {@code Requests} refuses a response. */
  private static final Pattern OURS = Pattern.compile("^[\\w.]+\\.Requests\\$Wrong: ");

  /** The message of a request that is sent again, and is not part of the load. */
  public static final String SENT_AGAIN = "is sent again behind a new setup";

  /** The names of the warm-up's requests begin with it; see {@link LogCopy}. */
  public static final String WARM_UP = "rest-comparison warm-up";

  private static final int WARM_UP_NAMES = 1_000;

  private final List<Source> sources;
  private final Optional<Duration> warmUp;
  private final Map<String, Long> failures = new HashMap<>(); // by Gatling's message
  private final RequestNames names = new RequestNames();
  private final LongSummaryStatistics userStarts = new LongSummaryStatistics();
  private final LongSummaryStatistics userEnds = new LongSummaryStatistics();
  private final EndCounts ended = new EndCounts();
  private final EndCounts failed = new EndCounts();
  private long firstStartMs = Long.MAX_VALUE;
  private int shortestMs = Integer.MAX_VALUE;
  private long disorderMs; // by how much a request may have ended before one that is above it
  private long notBuilt;

  private GatlingLog(List<Source> sources, Optional<Duration> warmUp) {
    this.sources = sources;
    this.warmUp = warmUp;
  }

  /**
   * Returns the names of the warm-up's requests, which are used by turns. With one name, the first
   * measured request would have a name that Gatling's compiled log writer has not cached: it would
   * be compiled again, which takes up to 600 ms of CPU.
   */
  public static String[] warmUpNames() {
    return IntStream.range(0, WARM_UP_NAMES)
        .mapToObj(number -> WARM_UP + " " + number)
        .toArray(String[]::new);
  }

  /**
   * Reads the logs of several injectors as one load; their requests count alike.
   *
   * @param warmUp of a user's simulation, all of whose scenarios count: the time after the first
   *     user that is not part of the window; empty for a simulation of this project
   * @throws IOException if a log cannot be read, is damaged, or is not of Gatling 3.15
   */
  public static GatlingLog read(List<Path> logs, Optional<Duration> warmUp) throws IOException {
    List<Source> sources = new ArrayList<>();
    logs.forEach(log -> sources.add(() -> LogReader.open(log)));
    return of(sources, warmUp);
  }

  static GatlingLog of(List<Source> sources, Optional<Duration> warmUp) throws IOException {
    GatlingLog all = new GatlingLog(sources, warmUp);
    for (Source source : sources) {
      try (LogReader log = source.open()) {
        all.count(log);
      }
    }
    return all;
  }

  /**
   * Returns the folder of a run's report, {@code <simulation>-<UTC time>}. Gatling does not publish
   * its name, but creates it immediately after {@code before()}. A later one is of a concurrent
   * run.
   *
   * @param results the folder that contains a folder for each run
   * @param simulation the class name without its package; Gatling writes {@code _} as {@code -}
   * @param earlier the result of {@link #reports} at the end of {@code before()}
   * @throws IOException if there is no such folder
   */
  public static Path reportFolder(Path results, String simulation, Set<String> earlier)
      throws IOException {
    String inner = simulation.replaceFirst(".*\\$", "").toLowerCase(Locale.ROOT);
    String name = "(.*-)?" + inner.replaceAll("[^a-z0-9]", "-") + "-\\d{17}";
    return reports(results).stream()
        .filter(folder -> folder.matches(name) && !earlier.contains(folder))
        .min(Comparator.naturalOrder())
        .map(results::resolve)
        .orElseThrow(() -> new IOException("no new report of " + simulation + " in " + results));
  }

  /** Returns the names of all reports in a folder; none if it does not exist. */
  public static Set<String> reports(Path results) {
    String[] names = results.toFile().list();
    return names == null ? Set.of() : Set.of(names);
  }

  private void count(LogReader log) throws IOException {
    long latestMs = Long.MIN_VALUE;
    while (log.next()) {
      if (isRequest(log)) {
        count(log, latestMs);
        latestMs = Math.max(latestMs, log.endMs());
      } else if (log.type() == Type.USER) {
        user(log.scenario(), log.flag(), log.startMs());
      } else if (log.type() == Type.ERROR) {
        notBuilt++; // such a request has no time
        failures.merge(log.message(), 1L, Long::sum);
      }
    }
  }

  private static boolean isRequest(LogReader log) {
    boolean isRequest = log.type() == Type.REQUEST;
    return isRequest && (log.flag() || !log.message().endsWith(SENT_AGAIN));
  }

  private void count(LogReader request, long latestMs) {
    firstStartMs = Math.min(firstStartMs, request.startMs());
    disorderMs = Math.max(disorderMs, latestMs - request.endMs());
    ended.add(request.endMs());
    if (request.flag()) {
      names.add(request.name());
      int latency = Math.toIntExact(request.endMs() - request.startMs());
      shortestMs = Math.min(shortestMs, latency);
    } else {
      failed.add(request.endMs());
      failures.merge(request.message(), 1L, Long::sum);
    }
  }

  private void user(String scenario, boolean starts, long atMs) {
    if (warmUp.isPresent() || scenario.equals(SCENARIO)) {
      (starts ? userStarts : userEnds).accept(atMs);
    }
  }

  /** Returns how many requests there are; those that could not be built have failed. */
  public Counts counts() {
    Map<String, Long> byReason = new TreeMap<>();
    failures.forEach(
        (message, count) ->
            byReason.merge(OURS.matcher(message).replaceFirst(""), count, Long::sum));
    long requests = ended.total() + notBuilt;
    long ko = failed.total() + notBuilt;
    return new Counts(requests, requests - ko, ko, byReason);
  }

  /**
   * Returns the shortest latency of a successful request, in ms; {@code MAX_VALUE} if there is
   * none.
   */
  public int shortestMs() {
    return shortestMs;
  }

  /** Returns the note on names of requests whose latencies are not kept; empty if all are. */
  public Optional<String> namesNote() {
    return names.note();
  }

  /** Returns the number of users that ended, of those that count. */
  public long usersEnded() {
    return userEnds.getCount();
  }

  /**
   * Returns when the first request was sent, in ms since 1970. Users may have started earlier, to
   * warm up. Without a request, when the first user started.
   */
  public long firstStartMs() {
    return ended.total() == 0 ? userStarts.getMin() : firstStartMs;
  }

  /** Returns when the last user ended, in ms since 1970. */
  public long lastEndMs() {
    return userEnds.getMax();
  }

  /**
   * Returns the time for the figures: every user was active, without ramp-up and tail. Empty if
   * there is none.
   *
   * <p>In a simulation of this project the window begins when, after the ramp-up, as many requests
   * have ended as there are users: about one each, so that connections are open. It ends when only
   * that many requests remain, or when the first user ends. If all users get their responses at the
   * same time, again and again, both ends of the window are ends of such a wave, so that it
   * contains whole waves.
   *
   * <p>In a user's simulation it begins at the end of the warm-up. If users start and end during
   * the load, it ends when the last has started.
   *
   * @param rampUp over which the users of this project's simulation sent their first requests
   * @param allActive the time in which all users were active by their own clocks; empty if unknown
   */
  public Optional<Window> window(Duration rampUp, Optional<Window> allActive) {
    long users = userStarts.getCount();
    if (users == 0) {
      return Optional.empty();
    }
    boolean endAfterAllStarted = userEnds.getMin() > userStarts.getMax();
    long from;
    long to;
    if (warmUp.isEmpty()) {
      long rampedUpMs = firstStartMs() + rampUp.toMillis() - 1;
      long before = ended.count(new Window(firstStartMs() - 1, rampedUpMs));
      from = Math.max(endMs(before + users), userStarts.getMax());
      to = Math.min(endMs(ended.total() + notBuilt - users), userEnds.getMin());
    } else {
      from = userStarts.getMin() + warmUp.get().toMillis();
      from = endAfterAllStarted ? Math.max(from, userStarts.getMax()) : from;
      to = endAfterAllStarted ? userEnds.getMin() : userStarts.getMax();
    }
    from = Math.max(from, allActive.map(Window::startMs).orElse(from));
    to = Math.min(to, allActive.map(Window::endMs).orElse(to));
    return from < to ? Optional.of(new Window(from, to)) : Optional.empty();
  }

  private long endMs(long requests) {
    return requests > ended.total() || ended.total() == 0
        ? Long.MAX_VALUE
        : ended.endMs(Math.max(1, requests));
  }

  /** Returns how many successful requests ended in some windows. */
  public long okCount(List<Window> times) {
    return times.stream().mapToLong(time -> ended.count(time) - failed.count(time)).sum();
  }

  /** Returns the longest time of the windows in which no request ended; of equals the first. */
  public Window longestStall(List<Window> times) {
    Window longest = new Window(0, 0);
    for (Window time : times) {
      long before = time.startMs();
      while (before < time.endMs()) {
        long at = Math.min(ended.nextAfter(before), time.endMs());
        longest = at - before > longest.ms() ? new Window(before, at) : longest;
        before = at;
      }
    }
    return longest;
  }

  /**
   * Reads the logs again, merged by time, and computes the figures that need the kept time.
   *
   * @param kept the time of throughput and requests in flight, without an overlap
   * @param excluded latencies exclude requests that overlap one of these times
   * @throws IOException if a log cannot be read
   */
  public LoadFigures figures(List<Window> kept, List<Window> excluded) throws IOException {
    LoadSeconds seconds = new LoadSeconds(firstStartMs(), lastEndMs(), disorderMs);
    LoadFigures.Sum sum = new LoadFigures.Sum(kept, excluded, names.mostFrequent(), seconds);
    List<LogReader> logs = new ArrayList<>();
    try {
      for (Source source : sources) {
        logs.add(source.open());
      }
      List<LogReader> left = new ArrayList<>(logs);
      for (LogReader log : logs) {
        if (!nextRequest(log)) {
          left.remove(log);
        }
      }
      while (!left.isEmpty()) {
        LogReader first = Collections.min(left, Comparator.comparingLong(LogReader::endMs));
        sum.add(first);
        if (!nextRequest(first)) {
          left.remove(first);
        }
      }
    } finally {
      for (LogReader log : logs) {
        log.close();
      }
    }
    return sum.figures();
  }

  private static boolean nextRequest(LogReader log) throws IOException {
    while (log.next()) {
      if (isRequest(log)) {
        return true;
      }
    }
    return false;
  }
}
