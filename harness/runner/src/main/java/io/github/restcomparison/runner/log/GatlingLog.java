package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The measured requests of Gatling's log, or of the logs of several injectors: when each ended and
 * how long it took, in the order in which they ended. All figures of the load are computed from
 * these two arrays.
 */
public final class GatlingLog {
  /** The name of the measured scenario in every simulation of this project. */
  public static final String SCENARIO = "measured";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Gatling advances its clock from its own start, so that it may differ from the host's clock if
   * that is adjusted. The previous run began longer ago than this.
   */
  private static final Duration CLOCKS_APART = Duration.ofMillis(500);

  private final long originMs;
  private final int[] ends; // ms after the origin, ascending
  private final int[] latencies; // ms; of a failed request, the complement
  private final char[] names; // indexes of request names
  private final Collector read;
  private final Optional<Window> window;

  private GatlingLog(Collector read) {
    this.read = read;
    originMs = read.originMs;
    ends = Arrays.copyOf(read.ends, read.size);
    latencies = Arrays.copyOf(read.latencies, read.size);
    names = Arrays.copyOf(read.names, read.size);
    sortByEnd();
    window = read.userStarts.getCount() == 0 ? Optional.empty() : findWindow();
  }

  /**
   * Reads the logs of several injectors as one load; their requests count alike.
   *
   * @param scenario whose users count
   * @throws LogReader.DamagedLogException if a log is damaged, or not of Gatling 3.15
   * @throws IOException if a log cannot be read
   */
  public static GatlingLog read(List<Path> logs, String scenario) throws IOException {
    Collector collector = new Collector(Optional.of(scenario), Duration.ZERO);
    for (Path log : logs) {
      LogReader.read(log, collector);
    }
    return collector.log();
  }

  /**
   * Reads the log of a simulation of a user's, all of whose scenarios count.
   *
   * @param warmUp the time after the first user that is not part of the window
   * @throws LogReader.DamagedLogException if the log is damaged, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static GatlingLog readAllScenarios(Path log, Duration warmUp) throws IOException {
    Collector collector = new Collector(Optional.empty(), warmUp);
    LogReader.read(log, collector);
    return collector.log();
  }

  /**
   * Returns the folder in which Gatling writes its report of a run. Gatling does not publish its
   * name: {@code <simulation>-<UTC time>}, with the time taken right after {@code before()}.
   *
   * @param results the folder that contains a folder for each run
   * @param simulation the simulation's simple class name
   * @param beforeEnded when the simulation's {@code before()} ended, by the wall clock
   * @throws IOException if there is no such folder
   */
  public static Path reportFolder(Path results, String simulation, Instant beforeEnded)
      throws IOException {
    String prefix = simulation.toLowerCase(Locale.ROOT) + "-";
    String earliest = prefix + STAMP.format(beforeEnded.minus(CLOCKS_APART));
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(folder -> name(folder).matches(prefix + "\\d{17}"))
          .filter(folder -> name(folder).compareTo(earliest) >= 0)
          .min(Comparator.comparing(GatlingLog::name))
          .orElseThrow(
              () ->
                  new IOException(
                      "no folder of this run, such as " + earliest + ", in " + results));
    }
  }

  private static String name(Path folder) {
    return folder.getFileName().toString();
  }

  /** Collects the records of one log or several. */
  static final class Collector implements LogReader.Visitor {
    private static final int FIRST_SIZE = 1 << 10;

    private final Optional<String> scenario;
    private final Duration warmUp;

    /** Gatling names the class of the exception by which {@code Requests} refuses a response. */
    private static final Pattern OURS = Pattern.compile("^[\\w.]+\\.Requests\\$Wrong: ");

    private final Map<String, Long> failures = new TreeMap<>();
    private final List<String> requestNames = new ArrayList<>();
    private final Map<String, Character> nameIndexes = new HashMap<>();
    private final LongSummaryStatistics userStarts = new LongSummaryStatistics();
    private final LongSummaryStatistics userEnds = new LongSummaryStatistics();
    private long originMs;
    private long firstStartMs = Long.MAX_VALUE;
    private long failed;
    private long notBuilt;
    private int size;
    private int[] ends = new int[FIRST_SIZE];
    private int[] latencies = new int[FIRST_SIZE];
    private char[] names = new char[FIRST_SIZE];

    /**
     * @param scenario whose users count; if empty, those of all scenarios
     */
    Collector(Optional<String> scenario, Duration warmUp) {
      this.scenario = scenario;
      this.warmUp = warmUp;
    }

    GatlingLog log() {
      return new GatlingLog(this);
    }

    @Override
    public void request(String name, long startMs, long endMs, boolean ok, String message) {
      originMs = size == 0 ? startMs : originMs;
      firstStartMs = Math.min(firstStartMs, startMs);
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, 2 * size);
        latencies = Arrays.copyOf(latencies, 2 * size);
        names = Arrays.copyOf(names, 2 * size);
      }
      int latency = Math.toIntExact(endMs - startMs);
      ends[size] = Math.toIntExact(endMs - originMs);
      latencies[size] = ok ? latency : ~latency;
      names[size] = index(name);
      size++;
      if (!ok) {
        fail(message);
      }
    }

    private char index(String name) {
      return nameIndexes.computeIfAbsent(
          name,
          first -> {
            requestNames.add(first);
            return (char) (requestNames.size() - 1);
          });
    }

    /** Counts a request that Gatling could not build as a failure. */
    @Override
    public void error(String message, long atMs) {
      notBuilt++;
      fail(message);
    }

    private void fail(String message) {
      failed++;
      failures.merge(OURS.matcher(message).replaceFirst(""), 1L, Long::sum);
    }

    @Override
    public void user(String userScenario, boolean starts, long atMs) {
      if (scenario.isEmpty() || scenario.get().equals(userScenario)) {
        (starts ? userStarts : userEnds).accept(atMs);
      }
    }
  }

  /** The order within a log may differ by some ms; several logs follow one another. */
  private void sortByEnd() {
    long[] order = new long[ends.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) ends[i] << 32 | i;
    }
    Arrays.sort(order);
    int[] unsorted = latencies.clone();
    char[] unsortedNames = names.clone();
    for (int i = 0; i < order.length; i++) {
      ends[i] = (int) (order[i] >> 32);
      latencies[i] = unsorted[(int) order[i]];
      names[i] = unsortedNames[(int) order[i]];
    }
  }

  /** How many requests were answered rightly. */
  public long ok() {
    return ends.length + read.notBuilt - read.failed;
  }

  /** How many requests failed, including those that could not be built. */
  public long failed() {
    return read.failed;
  }

  /** How many requests failed, by Gatling's message. */
  public Map<String, Long> failures() {
    return read.failures;
  }

  /** How many users of the scenario ended. */
  public long usersEnded() {
    return read.userEnds.getCount();
  }

  /**
   * When the first request was sent, in ms since 1970. Users may have started earlier, to warm up.
   * Without a request, when the first user started.
   */
  public long firstStartMs() {
    return ends.length == 0 ? read.userStarts.getMin() : read.firstStartMs;
  }

  /** When the last user ended, in ms since 1970. */
  public long lastEndMs() {
    return read.userEnds.getMax();
  }

  /**
   * The time whose requests are the figures: every user was active, without ramp-up and tail. Empty
   * if there is none.
   */
  public Optional<Window> window() {
    return window;
  }

  /**
   * In a simulation of this project the window begins when as many requests have ended as there are
   * users: about one each, so that connections are open. It ends when no more requests than that
   * are left, or when the first user ends. If all users are answered at the same time, again and
   * again, both ends of the window are ends of such a wave, so that it contains whole waves.
   *
   * <p>In a simulation of a user's it begins at the end of the warm-up. If users come and go, it
   * ends when the last has started.
   */
  private Optional<Window> findWindow() {
    LongSummaryStatistics starts = read.userStarts;
    LongSummaryStatistics userEnds = read.userEnds;
    long from;
    long to;
    if (read.scenario.isPresent()) {
      long requests = ends.length + read.notBuilt;
      from = Math.max(whenEnded(starts.getCount()), starts.getMax());
      to = Math.min(whenEnded(requests - starts.getCount()), userEnds.getMin());
    } else {
      boolean allAtWork = userEnds.getMin() > starts.getMax();
      from = starts.getMin() + read.warmUp.toMillis();
      from = allAtWork ? Math.max(from, starts.getMax()) : from;
      to = allAtWork ? userEnds.getMin() : starts.getMax();
    }
    return from < to ? Optional.of(new Window(from, to)) : Optional.empty();
  }

  private long whenEnded(long requests) {
    return requests > ends.length || ends.length == 0
        ? Long.MAX_VALUE
        : endMs((int) Math.max(0, requests - 1));
  }

  private long endMs(int request) {
    return originMs + ends[request];
  }

  /** The first request that ended after a time, or the number of requests. */
  private int firstAfter(long ms) {
    int low = 0;
    int high = ends.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endMs(middle) > ms) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Selects requests by their index. */
  @FunctionalInterface
  private interface Selection {
    boolean has(int request);
  }

  private Latencies latencies(int from, int to, Selection selection) {
    int[] millis = new int[to - from];
    int size = 0;
    for (int i = from; i < to; i++) {
      if (latencies[i] >= 0 && selection.has(i)) {
        millis[size++] = latencies[i];
      }
    }
    Arrays.sort(millis, 0, size);
    Latencies counts = new Latencies();
    for (int i = 0; i < size; ) {
      int first = i;
      while (i < size && millis[i] == millis[first]) {
        i++;
      }
      counts.add(millis[first], i - first);
    }
    return counts;
  }

  /** The latencies of all successful requests. */
  public Latencies latencies() {
    return latencies(0, ends.length, request -> true);
  }

  /** The latencies of the successful requests that ended in a window. */
  public Latencies in(Window time) {
    return latencies(firstAfter(time.startMs()), firstAfter(time.endMs()), request -> true);
  }

  /** The latencies of the successful requests that began and ended outside of these times. */
  public Latencies outside(List<Window> times) {
    return latencies(0, ends.length, request -> isOutside(request, times));
  }

  private boolean isOutside(int request, List<Window> times) {
    long end = endMs(request);
    return times.stream().noneMatch(time -> time.meets(end - latencies[request], end));
  }

  /**
   * The latencies of the same requests by the name of the request; empty if all have one name.
   *
   * @param times requests that met one of them do not count
   */
  public Map<String, Latency> byName(List<Window> times) {
    Map<String, Latencies> all = new TreeMap<>();
    for (int i = 0; i < ends.length; i++) {
      if (latencies[i] >= 0 && isOutside(i, times)) {
        all.computeIfAbsent(read.requestNames.get(names[i]), name -> new Latencies())
            .add(latencies[i]);
      }
    }
    Map<String, Latency> byName = new TreeMap<>();
    all.forEach((name, some) -> byName.put(name, some.summary()));
    return byName.size() > 1 ? byName : Map.of();
  }

  /**
   * How many successful requests were in flight in a window, on average: L of Little's law, by its
   * definition. Throughput times mean latency equals it only if the requests in flight at the
   * beginning of the window are as old as those at its end.
   */
  public double inFlight(Window time) {
    double sum = 0;
    for (int i = firstAfter(time.startMs()); i < ends.length; i++) {
      if (latencies[i] >= 0) {
        long from = Math.max(endMs(i) - latencies[i], time.startMs());
        sum += Math.max(0, Math.min(endMs(i), time.endMs()) - from);
      }
    }
    return sum / (time.endMs() - time.startMs());
  }

  /**
   * A time in which no request ended.
   *
   * @param fromMs its beginning, in ms since 1970
   * @param ms its duration
   */
  public record Stall(long fromMs, long ms) {}

  /** The longest stall in a window; the first, if several are equally long. */
  public Stall longestStall(Window time) {
    Stall longest = new Stall(time.startMs(), 0);
    long before = time.startMs();
    for (int i = firstAfter(time.startMs()); before < time.endMs(); i++) {
      long at = i < ends.length ? Math.min(endMs(i), time.endMs()) : time.endMs();
      longest = at - before > longest.ms() ? new Stall(before, at - before) : longest;
      before = at;
    }
    return longest;
  }

  /** The load second by second, from the first request on. */
  public List<Second> seconds() {
    List<Second> seconds = new ArrayList<>();
    for (long from = firstStartMs(); from <= lastEndMs(); from += 1_000) {
      int first = firstAfter(from - 1);
      int next = firstAfter(from + 999);
      Latencies ok = latencies(first, next, request -> true);
      boolean none = ok.total() == 0;
      seconds.add(
          new Second(
              from,
              ok.total(),
              next - first - ok.total(),
              none ? 0 : ok.percentile(50),
              none ? 0 : ok.percentile(99),
              none ? 0 : ok.counts().lastKey()));
    }
    return seconds;
  }
}
