package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.records.settings.Count;

/** The sentence about the load and the definition of its latencies. */
final class LoadSentence {
  private LoadSentence() {}

  static String of(RecordedRuns runs) {
    if (runs.isStartUp()) {
      return "Start-up: each run starts a service in fresh processes, and ends with its first correct"
          + " response. A failed request is repeated after 10 ms.";
    }
    String protocol =
        runs.load()
            .protocol()
            .map(
                each ->
                    switch (each) {
                      case HTTP1_TLS -> " Over TLS.";
                      case HTTP2 -> " Over HTTP/2 with TLS, each with a separate connection.";
                    })
            .orElse("");
    return runs.simulation()
            .map(
                "The load is your simulation %s. Throughput and cost are of the time after its warm-up in which all users were active, or until the last one had arrived. Latencies are of all its requests except those in excluded seconds."
                    ::formatted)
            .orElseGet(() -> ofProjectLoad(runs))
        + protocol;
  }

  /** Returns the load in a few words. */
  static String title(RecordedRuns runs) {
    if (runs.isStartUp()) {
      return "start-up";
    }
    if (runs.simulation().isPresent()) {
      return "simulation " + runs.simulation().get().replaceFirst(".*\\.", "");
    }
    if (runs.model() == RecordedRuns.Model.BURST) {
      return "bursts of " + Count.of(runs.load().concurrency(), "request");
    }
    String load =
        switch (runs.load()) {
          case OpenLoad open -> rate(open.rate());
          case ClosedLoad closed ->
              Count.of(closed.users(), "user")
                  + closed
                      .think()
                      .map(
                          each -> ", pauses of %s ms".formatted(Numbers.of(each.mean().toMillis())))
                      .orElse("");
        };
    double delayMs = runs.load().delayMs();
    return load + (delayMs > 0 ? ", %s ms wait".formatted(Numbers.of(delayMs)) : "");
  }

  private static String rate(Rate rate) {
    String to = Numbers.of(rate.to()) + " requests/s";
    return rate.from() == rate.to() ? to : "%s to %s".formatted(Numbers.of(rate.from()), to);
  }

  private static String ofProjectLoad(RecordedRuns runs) {
    if (runs.model() == RecordedRuns.Model.BURST) {
      return "One client sends bursts of %s; the throughput of a run is the throughput of its median burst."
          .formatted(Count.of(runs.load().concurrency(), "request"));
    }
    return switch (runs.load()) {
      case OpenLoad open ->
          "Open model: %s for %s over %s%s; latencies are measured from the scheduled time of a request; %s."
              .formatted(
                  open.rate(),
                  Count.of(open.duration().toSeconds(), "second"),
                  Count.of(open.concurrency(), "connection"),
                  open.newConnections() ? " at most, a new one for each request" : "",
                  wait(open));
      case ClosedLoad closed ->
          "%s%s, closed model: latencies are service times. Each user sends %s, one after the other%s; %s."
              .formatted(
                  Count.of(closed.users(), "user"),
                  closed
                      .rampUp()
                      .map(each -> " who start over " + Count.of(each.toSeconds(), "second"))
                      .orElse(""),
                  closed.seconds().isPresent()
                      ? "requests for " + Count.of(closed.seconds().getAsInt(), "second")
                      : Count.of(closed.requests().getAsInt(), "request"),
                  closed.think().map(LoadSentence::pauses).orElse(""),
                  wait(closed));
    };
  }

  private static String pauses(Think think) {
    return ", with %spauses of %s ms%s"
        .formatted(
            think.isExponential() ? "exponential " : "",
            Numbers.of(think.mean().toMillis()),
            think.isExponential() ? " on average" : "");
  }

  private static String wait(Load load) {
    String delay = Numbers.of(load.delayMs()) + " ms";
    return switch (load.waitKind()) {
      case UNIFORM -> "a request waits a random time, uniform up to " + delay;
      case SHARED_TICK -> "all waiting requests end together, every " + delay;
      case HTTP -> "a request calls a back end over HTTP, which takes at least " + delay;
      case SQL -> "a request queries a database, which takes at least " + delay;
      case STATED ->
          load.delayMs() == 0
              ? "wait unknown (set --delay)"
              : "a request waits %s, as the user states".formatted(delay);
      case FIXED -> "a request waits " + delay;
    };
  }
}
