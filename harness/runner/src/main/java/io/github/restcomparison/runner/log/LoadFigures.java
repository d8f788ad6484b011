package io.github.restcomparison.runner.log;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Figures of the requests of a log that need the kept time.
 *
 * @param inWindow latencies of the successful requests that ended in the kept time
 * @param tenths the same for each tenth of the kept time, in order
 * @param inFlight how many successful requests were in flight in the kept time, on average: L of
 *     Little's law, by its definition. Throughput times mean latency equals it only if the requests
 *     in flight at the beginning of a window are as old as those at its end. NaN without kept time
 * @param latencies of the successful requests that began and ended outside the excluded times
 * @param byName the same by the name of the request, for the names with the most requests
 * @param seconds the load second by second, from the first request on
 */
public record LoadFigures(
    Latencies inWindow,
    List<Latencies> tenths,
    double inFlight,
    Latencies latencies,
    Map<String, Latencies> byName,
    List<Second> seconds) {

  /** Computes the figures from one request after the other. */
  static final class Sum {
    private static final int TENTHS = 10;

    private final Times kept;
    private final Times excluded;
    private final LoadSeconds seconds;
    private final Latencies inWindow = new Latencies();
    private final List<Latencies> tenths = Stream.generate(Latencies::new).limit(TENTHS).toList();
    private final Latencies outside = new Latencies();
    private final Map<String, Latencies> byName = new HashMap<>();
    private long inFlightMs;

    /**
     * Prepares the sums.
     *
     * @param names whose latencies are kept by name
     */
    Sum(List<Window> kept, List<Window> excluded, List<String> names, LoadSeconds seconds) {
      this.kept = new Times(kept);
      this.excluded = new Times(excluded);
      this.seconds = seconds;
      names.forEach(name -> byName.put(name, new Latencies()));
    }

    /** Adds the request that a reader read last. */
    void add(LogReader request) {
      long start = request.startMs();
      long end = request.endMs();
      int latency = Math.toIntExact(end - start);
      seconds.add(end, latency, request.flag());
      if (!request.flag()) {
        return;
      }
      inFlightMs += kept.overlap(start, end);
      if (kept.contains(end)) {
        inWindow.add(latency);
        // More than 0 ms of the kept time have passed, and at most all.
        long passed = kept.overlap(Long.MIN_VALUE, end);
        tenths.get((int) ((passed - 1) * TENTHS / kept.ms())).add(latency);
      }
      if (!excluded.overlaps(start, end)) {
        outside.add(latency);
        Latencies named = byName.get(request.name());
        if (named != null) {
          named.add(latency);
        }
      }
    }

    LoadFigures figures() {
      Map<String, Latencies> named = new TreeMap<>(byName);
      named.values().removeIf(each -> each.total() == 0);
      double inFlight = (double) inFlightMs / kept.ms();
      return new LoadFigures(inWindow, tenths, inFlight, outside, named, seconds.seconds());
    }
  }
}
