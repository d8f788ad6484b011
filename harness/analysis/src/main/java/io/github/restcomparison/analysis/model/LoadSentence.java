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
    return load(plan) + plan.load().protocol().map(LoadSentence::over).orElse("");
  }

  private static String load(Conditions plan) {
    if (plan.simulation().isPresent()) {
      return ("The load is your simulation %s. Throughput and cost are of the time after its warm-up"
              + " in which all users were active, or until the last one had arrived. Latencies are"
              + " of all its requests.")
          .formatted(plan.simulation().get());
    }
    return switch (plan.model()) {
      case "burst" ->
          "One client sends bursts of %s; the throughput of a run is that of its median burst."
              .formatted(Numbers.count(plan.load().users(), "request"));
      case "open" ->
          plan.load().open().map(LoadSentence::scheduled).orElseThrow()
              + "; "
              + answers(plan)
              + ".";
      default ->
          "%s, closed model: latencies are service times. Each user sends %s, one after the other; %s."
              .formatted(
                  Numbers.count(plan.load().users(), "user"),
                  plan.load().seconds().isPresent()
                      ? "requests for " + Numbers.count(plan.load().seconds().getAsInt(), "second")
                      : Numbers.count(plan.load().requestsPerUser(), "request"),
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
    String delay = Numbers.of(plan.load().delayMs()) + " ms";
    return switch (plan.load().waits()) {
      case "uniform" -> "a request waits a random time, uniform up to " + delay;
      case "shared-tick" -> "all waiting requests are answered together, every " + delay;
      case "http" -> "a request calls a back end over HTTP, which takes at least " + delay;
      case Delay.STATED ->
          plan.load().delayMs() == 0
              ? "wait unknown (set --delay)"
              : "a request waits %s, as the user states".formatted(delay);
      case "sql" -> "a request queries a database, which takes at least " + delay;
      default -> "a request waits " + delay;
    };
  }
}
