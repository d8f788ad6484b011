package io.github.restcomparison.runner.host;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests that were not sent, because the host of the load generator had no local port, or no
 * file, for another connection. They are no failures of the service.
 */
public final class UnopenedConnections {
  private static final String BEGIN = "the load generator could not open a connection";

  /** The reason of a run, with the number of requests and Gatling's messages. */
  public static final String WHY = BEGIN + " for %s: %s; this host has no port or file left";

  private static final Pattern MESSAGE =
      Pattern.compile("Cannot assign requested address|Too many open files");

  private UnopenedConnections() {}

  /** Returns the failures by unopened connections, by message. */
  public static Map<String, Long> select(Map<String, Long> failures) {
    Map<String, Long> unsent = new TreeMap<>(failures);
    unsent.keySet().removeIf(message -> !MESSAGE.matcher(message).find());
    return unsent;
  }

  /**
   * Returns the reason of a run that ended before its load; empty if the cause is another one.
   *
   * @param failure of a request, as Gatling's client reports it: a service may print the same words
   */
  public static Optional<String> reason(String failure) {
    int begin = failure.indexOf(": no response (");
    Matcher message = MESSAGE.matcher(failure);
    if (begin < 0 || !message.find(begin)) {
      return Optional.empty();
    }
    String lacking = message.group().startsWith("Too") ? "open file (ulimit -n)" : "local port";
    return Optional.of(
        "%s (%s): this host has no %s left".formatted(BEGIN, message.group(), lacking));
  }

  /** Returns the reason that causes the other reasons of a run; empty if all were sent. */
  public static Optional<String> reason(List<String> reasons) {
    return reasons.stream().filter(each -> each.startsWith(BEGIN)).findFirst();
  }
}
