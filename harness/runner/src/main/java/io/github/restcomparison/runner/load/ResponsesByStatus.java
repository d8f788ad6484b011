package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.Behaviour.Bodies;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The correct responses by status: their latencies, and the kinds and sizes of their bodies. The
 * log of Gatling has no statuses.
 *
 * <p>Times are kept only of responses whose status is not the first one that was seen. Latencies of
 * the first one are the log's latencies without these. So a service that has one status costs
 * nothing.
 */
public final class ResponsesByStatus {
  /** The maximum number of kept times, of 8 bytes each. */
  private static final int MAX_TIMES = 4_000_000;

  /** The maximum number of types: a boundary of multipart content always differs. */
  private static final int MAX_TYPES = 20;

  private static final int CHUNK = 4_096;

  private final int mostTimes;
  private final AtomicInteger first = new AtomicInteger(); // 0 before the first response
  private final AtomicLong originMs = new AtomicLong();
  private final Map<Integer, RequestTimes> others = new ConcurrentHashMap<>();
  private final LongAdder number = new LongAdder();
  private final Map<String, Map<Integer, BodyStats>> seen = new ConcurrentHashMap<>();

  /** Starts and latencies of requests, each packed into a number. */
  private static final class RequestTimes {
    private final List<long[]> chunks = new ArrayList<>();
    private int used = CHUNK; // entries of the last chunk

    synchronized void add(long startMs, long latencyMs) {
      if (used == CHUNK) {
        chunks.add(new long[CHUNK]);
        used = 0;
      }
      chunks.getLast()[used++] = startMs << Integer.SIZE | latencyMs;
    }

    synchronized Latencies without(List<Window> excluded, long originMs) {
      Latencies latencies = new Latencies();
      for (long[] chunk : chunks) {
        int end = chunk == chunks.getLast() ? used : CHUNK;
        for (int i = 0; i < end; i++) {
          long startMs = originMs + (chunk[i] >> Integer.SIZE);
          int latencyMs = (int) chunk[i];
          if (excluded.stream().noneMatch(each -> each.overlaps(startMs, startMs + latencyMs))) {
            latencies.add(latencyMs);
          }
        }
      }
      return latencies;
    }
  }

  /** The bodies of one kind of request and status. */
  private static final class BodyStats {
    private final LongAdder number = new LongAdder();
    private final LongAccumulator min = new LongAccumulator(Math::min, Long.MAX_VALUE);
    private final LongAccumulator max = new LongAccumulator(Math::max, 0);
    private final Set<String> types = ConcurrentHashMap.newKeySet();

    void add(String type, long bytes) {
      number.increment();
      min.accumulate(bytes);
      max.accumulate(bytes);
      if (type != null && !types.contains(type) && types.size() < MAX_TYPES) {
        types.add(type);
      }
    }

    /** Without the parameters of the types, such as their charset. */
    Bodies bodies(String request, int status) {
      Set<String> kinds = new TreeSet<>();
      types.forEach(
          type -> kinds.add(type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT)));
      return new Bodies(
          request,
          Integer.toString(status),
          number.sum(),
          List.copyOf(kinds),
          min.get(),
          max.get());
    }
  }

  /** No response. */
  public ResponsesByStatus() {
    this(MAX_TIMES);
  }

  ResponsesByStatus(int mostTimes) {
    this.mostTimes = mostTimes;
  }

  /**
   * Adds a correct response.
   *
   * @param request the name of its request
   * @param type its content type; null if it has none
   * @param bytes the size of its body, before any compression
   * @param startMs when its request was sent, and
   * @param endMs when it had been received, as in the log
   */
  public void add(String request, int status, String type, long bytes, long startMs, long endMs) {
    seen.computeIfAbsent(request, any -> new ConcurrentHashMap<>())
        .computeIfAbsent(status, any -> new BodyStats())
        .add(type, bytes);
    if (first.get() == 0) {
      originMs.compareAndSet(0, startMs);
      first.compareAndSet(0, status);
    }
    if (status != first.get()) {
      number.increment();
      if (number.sum() <= mostTimes) {
        others
            .computeIfAbsent(status, any -> new RequestTimes())
            .add(startMs - originMs.get(), endMs - startMs);
      }
    }
  }

  /**
   * Returns the latencies by status; empty if all responses have one status, or if too many have
   * another one than the first.
   *
   * @param all latencies of the correct responses in the log
   * @param excluded the time whose requests are not among these
   */
  public Optional<Map<String, Latencies>> latencies(Latencies all, List<Window> excluded) {
    if (others.isEmpty() || isFull()) {
      return Optional.empty();
    }
    List<Window> times = excluded.stream().filter(each -> each.ms() > 0).toList();
    Map<String, Latencies> byStatus = new TreeMap<>();
    Map<Integer, Long> rest = new TreeMap<>(all.counts());
    others.forEach(
        (status, own) -> {
          Latencies latencies = own.without(times, originMs.get());
          byStatus.put(Integer.toString(status), latencies);
          latencies.counts().forEach((ms, count) -> rest.merge(ms, -count, Long::sum));
        });
    rest.values().removeIf(count -> count <= 0);
    byStatus.put(Integer.toString(first.get()), Latencies.of(rest));
    byStatus.values().removeIf(each -> each.total() == 0);
    return Optional.of(byStatus);
  }

  private boolean isFull() {
    return number.sum() > mostTimes;
  }

  /** Returns the note on unknown latencies; empty if all are known. */
  Optional<String> note() {
    String note = "latencies by status are not known: more than %,d responses have another status";
    return isFull() ? Optional.of(note.formatted(mostTimes)) : Optional.empty();
  }

  /** Returns the bodies by request and status; empty if there was no response. */
  public Optional<List<Bodies>> bodies() {
    List<Bodies> bodies = new ArrayList<>();
    seen.forEach(
        (request, byStatus) ->
            byStatus.forEach((status, each) -> bodies.add(each.bodies(request, status))));
    bodies.sort(Comparator.comparing(Bodies::request).thenComparing(Bodies::status));
    return Optional.of(bodies).filter(some -> !some.isEmpty());
  }
}
