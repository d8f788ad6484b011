package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
 * The measured requests of Gatling's log, or of the logs of several injectors: when each ended and
 * how long it took, in the order in which they ended. All figures of the load are computed from
 * these arrays.
 */
public final class GatlingLog {
  /** The name of the measured scenario in every simulation of this project. */
  public static final String SCENARIO = "measured";

  /** Gatling names the class of the exception by which {@code Requests} refuses a response. */
  private static final Pattern OURS = Pattern.compile("^[\\w.]+\\.Requests\\$Wrong: ");

  /** Says of a request that it is sent again, and is no part of the load. */
  public static final String SENT_AGAIN = "is sent again behind a new setup";

  private final Optional<Duration> warmUp;
  private final Map<String, Long> failures = new TreeMap<>();
  private final LongSummaryStatistics userStarts = new LongSummaryStatistics();
  private final LongSummaryStatistics userEnds = new LongSummaryStatistics();
  private long originMs;
  private long firstStartMs = Long.MAX_VALUE;
  private long notBuilt;
  private int size;
  private long[] ends = new long[1 << 10]; // ms after the origin << 32 | index in the log
  private int[] latencies = new int[1 << 10]; // ms by that index; of a failure, the complement
  private String[] names = new String[1 << 10]; // by that index

  /**
   * A log without a request.
   *
   * @param warmUp of a simulation of a user's, as in {@link #read}
   */
  GatlingLog(Optional<Duration> warmUp) {
    this.warmUp = warmUp;
  }

  /**
   * Reads the logs of several injectors as one load; their requests count alike.
   *
   * @param warmUp of a simulation of a user's, all of whose scenarios count: the time after the
   *     first user that is not part of the window; empty for a simulation of this project
   * @throws IOException if a log cannot be read, is damaged, or is not of Gatling 3.15
   */
  public static GatlingLog read(List<Path> logs, Optional<Duration> warmUp) throws IOException {
    GatlingLog all = new GatlingLog(warmUp);
    for (Path log : logs) {
      LogReader.read(log, all);
    }
    return all.sorted();
  }

  /**
   * Returns the folder of a run's report, {@code <simulation>-<UTC time>}. Gatling does not publish
   * its name, but creates it at once after {@code before()}. A later one is of a concurrent run.
   *
   * @param results the folder that contains a folder for each run
   * @param simulation the class name without its package; Gatling writes {@code _} as {@code -}
   * @param earlier what {@link #reports} returned at the end of {@code before()}
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

  /** A request that was answered or failed: when it was sent and ended, in ms since 1970. */
  void request(String name, long startMs, long endMs, boolean ok, String message) {
    if (!ok && message.endsWith(SENT_AGAIN)) {
      return;
    }
    originMs = size == 0 ? startMs : originMs;
    firstStartMs = Math.min(firstStartMs, startMs);
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      latencies = Arrays.copyOf(latencies, 2 * size);
      names = Arrays.copyOf(names, 2 * size);
    }
    int latency = Math.toIntExact(endMs - startMs);
    ends[size] = (long) Math.toIntExact(endMs - originMs) << 32 | size;
    latencies[size] = ok ? latency : ~latency;
    names[size++] = name;
    if (!ok) {
      fail(message);
    }
  }

  /** A request that Gatling could not build; it has no time. */
  void notBuilt(String message) {
    notBuilt++;
    fail(message);
  }

  private void fail(String message) {
    failures.merge(OURS.matcher(message).replaceFirst(""), 1L, Long::sum);
  }

  /** A user that starts or ends. */
  void user(String scenario, boolean starts, long atMs) {
    if (warmUp.isPresent() || scenario.equals(SCENARIO)) {
      (starts ? userStarts : userEnds).accept(atMs);
    }
  }

  /** The order within a log may differ by some ms; several logs follow one another. */
  GatlingLog sorted() {
    Arrays.sort(ends, 0, size);
    return this;
  }

  /** Returns how many requests there are; those that could not be built have failed. */
  public Counts counts() {
    long requests = size + notBuilt;
    long failed = failures.values().stream().mapToLong(Long::longValue).sum();
    return new Counts(requests, requests - failed, failed, failures);
  }

  /** The shortest latency of a successful request, in ms; {@code MAX_VALUE} if there is none. */
  public int shortestMs() {
    return IntStream.of(latencies)
        .limit(size)
        .filter(ms -> ms >= 0)
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  /** How many users ended, of those that count. */
  public long usersEnded() {
    return userEnds.getCount();
  }

  /**
   * When the first request was sent, in ms since 1970. Users may have started earlier, to warm up.
   * Without a request, when the first user started.
   */
  public long firstStartMs() {
    return size == 0 ? userStarts.getMin() : firstStartMs;
  }

  /** When the last user ended, in ms since 1970. */
  public long lastEndMs() {
    return userEnds.getMax();
  }

  /**
   * Returns the time whose requests are the figures: every user was active, without ramp-up and
   * tail. Empty if there is none.
   *
   * <p>In a simulation of this project the window begins when, after the ramp-up, as many requests
   * have ended as there are users: about one each, so that connections are open. It ends when no
   * more requests than that are left, or when the first user ends. If all users are answered at the
   * same time, again and again, both ends of the window are ends of such a wave, so that it
   * contains whole waves.
   *
   * <p>In a simulation of a user's it begins at the end of the warm-up. If users start and end
   * during the load, it ends when the last has started.
   *
   * @param rampUp over which the users of this project's simulation sent their first requests
   */
  public Optional<Window> window(Duration rampUp) {
    long users = userStarts.getCount();
    if (users == 0) {
      return Optional.empty();
    }
    boolean allAtWork = userEnds.getMin() > userStarts.getMax();
    long from;
    long to;
    if (warmUp.isEmpty()) {
      int before = endedBy(firstStartMs() + rampUp.toMillis() - 1);
      from = Math.max(whenEnded(before + users), userStarts.getMax());
      to = Math.min(whenEnded(size + notBuilt - users), userEnds.getMin());
    } else {
      from = userStarts.getMin() + warmUp.get().toMillis();
      from = allAtWork ? Math.max(from, userStarts.getMax()) : from;
      to = allAtWork ? userEnds.getMin() : userStarts.getMax();
    }
    return from < to ? Optional.of(new Window(from, to)) : Optional.empty();
  }

  private long whenEnded(long requests) {
    return requests > size || size == 0 ? Long.MAX_VALUE : endMs((int) Math.max(0, requests - 1));
  }

  private long endMs(int request) {
    return originMs + (ends[request] >> 32);
  }

  /** Returns the latency in ms; negative if the request failed. */
  private int latency(int request) {
    return latencies[(int) ends[request]];
  }

  /** Returns how many requests had ended by a time. */
  private int endedBy(long ms) {
    long after = Math.clamp(ms + 1 - originMs, Integer.MIN_VALUE, Integer.MAX_VALUE);
    int at = Arrays.binarySearch(ends, 0, size, after << 32);
    return at < 0 ? ~at : at;
  }

  private IntStream endedIn(Window time) {
    return IntStream.range(endedBy(time.startMs()), endedBy(time.endMs()));
  }

  /** Returns the latencies of the successful requests that ended in one of the windows. */
  public Latencies in(List<Window> times) {
    Latencies all = new Latencies();
    times.stream()
        .flatMapToInt(this::endedIn)
        .map(this::latency)
        .filter(latency -> latency >= 0)
        .forEach(all::add);
    return all;
  }

  /**
   * Returns the latencies of the successful requests that began and ended outside these times, by
   * the name of the request.
   */
  public Map<String, Latencies> outside(List<Window> times) {
    Map<String, Latencies> byName = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      long end = endMs(i);
      int latency = latency(i);
      if (latency >= 0 && times.stream().noneMatch(time -> time.meets(end - latency, end))) {
        String name = names[(int) ends[i]];
        byName.computeIfAbsent(name, key -> new Latencies()).add(latency);
      }
    }
    return byName;
  }

  /**
   * Returns how many successful requests were in flight in some windows, on average: L of Little's
   * law, by its definition. Throughput times mean latency equals it only if the requests in flight
   * at the beginning of a window are as old as those at its end.
   */
  public double inFlight(List<Window> times) {
    double sum = 0;
    for (Window time : times) {
      for (int i = endedBy(time.startMs()); i < size; i++) {
        long from = Math.max(endMs(i) - latency(i), time.startMs());
        long to = Math.min(endMs(i), time.endMs());
        sum += latency(i) >= 0 ? Math.max(0, to - from) : 0;
      }
    }
    return sum / times.stream().mapToLong(Window::ms).sum();
  }

  /** Returns the longest time of the windows in which no request ended; of equals the first. */
  public Window longestStall(List<Window> times) {
    Window longest = new Window(0, 0);
    for (Window time : times) {
      long before = time.startMs();
      for (int i = endedBy(before); before < time.endMs(); i++) {
        long at = i < size ? Math.min(endMs(i), time.endMs()) : time.endMs();
        longest = at - before > longest.ms() ? new Window(before, at) : longest;
        before = at;
      }
    }
    return longest;
  }

  /** Returns the load second by second, from the first request on. */
  public List<Second> seconds() {
    List<Second> seconds = new ArrayList<>();
    for (long from = firstStartMs(); from <= lastEndMs(); from += 1_000) {
      Window second = new Window(from - 1, from + 999); // without its start, with its end
      Latencies ok = in(List.of(second));
      Optional<Latency> latency = ok.summary();
      seconds.add(
          new Second(
              from,
              ok.total(),
              endedIn(second).count() - ok.total(),
              latency.map(Latency::p50).orElse(0),
              latency.map(Latency::p99).orElse(0),
              latency.map(Latency::max).orElse(0)));
    }
    return seconds;
  }
}
