package io.github.restcomparison.system.conformance;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What came of a request: the answers before the probe that follows it, and what the probe showed.
 *
 * @param statuses of the answers, in the order in which they came
 */
record Outcome(List<Integer> statuses, End end) {

  /** In what state the connection was left. */
  enum End {
    /** The next request on it was answered. */
    OPEN,
    /** The service closed it. */
    CLOSED,
    /** Neither: the service said nothing more, and left the client to wait. */
    SILENT,
    /** What came is no answer of HTTP/1.1. */
    GARBLED
  }

  /** As in the tables: {@code 400 closed}. */
  @Override
  public String toString() {
    String answers = statuses.stream().map(status -> status + " ").collect(Collectors.joining());
    return answers + end.name().toLowerCase(java.util.Locale.ROOT);
  }
}
