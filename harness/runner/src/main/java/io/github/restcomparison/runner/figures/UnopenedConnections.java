package io.github.restcomparison.runner.figures;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Requests that were not sent, because the host of the load generator had no local port, or no
 * file, for another connection. They are no failures of the service.
 */
public final class UnopenedConnections {
  private static final String BEGIN = "the load generator could not open a connection";

  /** The reason of a run, with the number of requests and Gatling's messages. */
  static final String WHY = BEGIN + " for %d requests: %s; this host has no port or file left";

  private static final Pattern MESSAGE =
      Pattern.compile("Cannot assign requested address|Too many open files");

  private UnopenedConnections() {}

  /** Returns those of all failures, by message. */
  static Map<String, Long> in(Map<String, Long> failures) {
    Map<String, Long> unsent = new TreeMap<>(failures);
    unsent.keySet().removeIf(message -> !MESSAGE.matcher(message).find());
    return unsent;
  }

  /** Returns the reason that causes the other reasons of a run; empty if all were sent. */
  public static Optional<String> reason(List<String> reasons) {
    return reasons.stream().filter(each -> each.startsWith(BEGIN)).findFirst();
  }
}
