package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.settings.Delay;

/** The load in one sentence, and what its latencies are. */
final class LoadSentence {
  private LoadSentence() {}

  static String of(Conditions plan) {
    return load(plan) + plan.protocol().map(LoadSentence::over).orElse("");
  }

  private static String load(Conditions plan) {
    if (plan.simulation().isPresent()) {
      return ("The load is %s, a simulation of yours: throughput and cost are of the time after its"
              + " warm-up in which all of its users were at work or, where users come and go, until"
              + " the last had come; latencies are those of all of its requests.")
          .formatted(plan.simulation().get());
    }
    return switch (plan.model()) {
      case "burst" ->
          "%s at once from one client, again and again; a run's throughput is that of its median burst."
              .formatted(Numbers.count(plan.users(), "request"));
      case "open" ->
          plan.open().map(LoadSentence::scheduled).orElseThrow() + "; " + answers(plan) + ".";
      default ->
          "%s, closed model: latencies are service times. Each asks %s, one after the other; %s."
              .formatted(
                  Numbers.count(plan.users(), "user"),
                  plan.seconds().isPresent()
                      ? "for " + Numbers.count(plan.seconds().getAsInt(), "second")
                      : Numbers.count(plan.requestsPerUser(), "time"),
                  answers(plan));
    };
  }

  private static String over(LoadProtocol protocol) {
    return switch (protocol) {
      case HTTP1_TLS -> " Over TLS.";
      case HTTP2 -> " Over HTTP/2 with TLS, each with a connection of its own.";
      case HTTP2_SHARED ->
          " Over HTTP/2 with TLS, all over one connection for each event loop of the load generator.";
    };
  }

  private static String scheduled(OpenModel open) {
    return "Open model: %s for %s over %s; latencies count from when a request was due"
        .formatted(
            open.rate(),
            Numbers.count(open.seconds(), "second"),
            Numbers.count(open.connections(), "connection")
                + (open.newConnections() ? " at most, a new one for each request" : ""));
  }

  private static String answers(Conditions plan) {
    String delay = Numbers.of(plan.delayMs()) + " ms";
    return switch (plan.waits()) {
      case "uniform" -> "an answer takes any time up to " + delay + ", all as likely";
      case "shared-tick" -> "all that wait are answered together, every " + delay;
      case "http" ->
          "each request asks a back end over HTTP, whose answer takes " + delay + " at least";
      case Delay.STATED ->
          plan.delayMs() == 0
              ? "how much of an answer's time is waiting, nobody said (--delay)"
              : "of an answer's time, %s is waiting, as was said".formatted(delay);
      case "sql" -> "each request asks a database, whose answer takes " + delay + " at least";
      default -> "an answer takes " + delay + " at least";
    };
  }
}
