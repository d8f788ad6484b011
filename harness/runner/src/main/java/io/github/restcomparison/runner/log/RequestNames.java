package io.github.restcomparison.runner.log;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The number of successful requests by name. A simulation may have an id in the names. */
final class RequestNames {
  /** The maximum of names with latencies. */
  static final int MAX = 100;

  /** The maximum of counted names: each takes memory. */
  static final int MAX_COUNTED = 10_000;

  private final Map<String, long[]> counts = new HashMap<>();
  private boolean isMore;

  /** Adds a successful request. */
  void add(String name) {
    long[] count = counts.get(name);
    if (count != null) {
      count[0]++;
    } else if (counts.size() < MAX_COUNTED) {
      counts.put(name, new long[] {1});
    } else {
      isMore = true;
    }
  }

  /** Returns the names of the most requests. */
  List<String> mostFrequent() {
    return counts.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<String, long[]> each) -> -each.getValue()[0])
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the note on names without latencies; empty if there are none. */
  Optional<String> note() {
    String note =
        isMore
            ? "requests have more than %,d names: latencies by name are of the %d with the most"
                + " requests among the first %1$,d"
            : "requests have %,d names: latencies by name are of the %d with the most requests";
    return Optional.of(note.formatted(counts.size(), MAX)).filter(_ -> counts.size() > MAX);
  }
}
