package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.LoadSpec.Bounds;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.records.settings.Delay;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What was done: the load and the host that all runs have in common.
 *
 * @param runs one or more
 */
public record Conditions(RecordedRuns runs) {
  private RecordedRun first() {
    return runs.runs().getFirst();
  }

  /** Returns what all runs have in common; empty if they differ in it. */
  public <T> Optional<T> shared(Function<RunRecord, T> what) {
    T value = what.apply(first().record());
    return runs.runs().stream().allMatch(run -> Objects.equals(value, what.apply(run.record())))
        ? Optional.ofNullable(value)
        : Optional.empty();
  }

  /** The engine of the containers that the services ran in; empty for processes of the host. */
  public Optional<String> container() {
    return shared(run -> run.setup().environment().container().map(container -> container.engine()))
        .flatMap(Function.identity());
  }

  /** The host, {@code AMD EPYC, 2 CPUs}; empty if the runs are of several. */
  public Optional<String> machine() {
    Optional<Integer> cpus = shared(run -> run.setup().environment().host().cpus());
    return shared(run -> run.setup().environment().host().cpu())
        .map(name -> name + cpus.map(all -> ", " + Numbers.count(all, "CPU")).orElse(""));
  }

  /** The load of every run, without the bounds of a service. */
  public LoadSpec load() {
    Bounds none = new Bounds(OptionalInt.empty(), OptionalInt.empty());
    return first().record().settings().with(none, false);
  }

  /** The mean wait of a request in ms: half of the longest if waits are uniform. */
  public double meanWaitMs() {
    return load().delay().mean().toNanos() / 1e6;
  }

  /**
   * The model of the load: users of a {@code closed} model wait for a response before the next
   * request; in an {@code open} model requests arrive by a schedule; in a {@code burst} one client
   * sends all at once.
   */
  public String model() {
    return first().isOfClient() ? "burst" : first().open().isPresent() ? "open" : "closed";
  }

  /** The name of the user's own simulation that was the load; empty for ours. */
  public Optional<String> simulation() {
    return runs.runs().stream()
        .flatMap(run -> run.record().setup().user().stream())
        .flatMap(user -> user.workload().simulation().stream())
        .map(UserSimulation::className)
        .findFirst();
  }

  /** The load in one sentence, and what its latencies are. */
  public String sentence() {
    String protocol =
        load()
            .protocol()
            .map(
                each ->
                    switch (each) {
                      case HTTP1_TLS -> " Over TLS.";
                      case HTTP2 -> " Over HTTP/2 with TLS, each with a connection of its own.";
                      case HTTP2_SHARED ->
                          " Over HTTP/2 with TLS, all over one connection for each event loop of the load generator.";
                    })
            .orElse("");
    return simulation()
            .map(
                "The load is your simulation %s. Throughput and cost are of the time after its warm-up in which all users were active, or until the last one had arrived. Latencies are of all its requests."
                    ::formatted)
            .orElseGet(this::ofOurLoad)
        + protocol;
  }

  private String ofOurLoad() {
    LoadSpec load = load();
    return switch (model()) {
      case "burst" ->
          "One client sends bursts of %s; the throughput of a run is that of its median burst."
              .formatted(Numbers.count(load.users(), "request"));
      case "open" -> {
        OpenModel open = load.open().orElseThrow();
        yield "Open model: %s for %s over %s%s; latencies count from when a request was due; %s."
            .formatted(
                open.rate(),
                Numbers.count(open.seconds(), "second"),
                Numbers.count(open.connections(), "connection"),
                open.newConnections() ? " at most, a new one for each request" : "",
                wait(load));
      }
      default ->
          "%s, closed model: latencies are service times. Each user sends %s, one after the other; %s."
              .formatted(
                  Numbers.count(load.users(), "user"),
                  load.seconds().isPresent()
                      ? "requests for " + Numbers.count(load.seconds().getAsInt(), "second")
                      : Numbers.count(load.requests().getAsInt(), "request"),
                  wait(load));
    };
  }

  private static String wait(LoadSpec load) {
    String delay = Numbers.of(load.delayMs()) + " ms";
    return switch (load.waits()) {
      case "uniform" -> "a request waits a random time, uniform up to " + delay;
      case "shared-tick" -> "all waiting requests are answered together, every " + delay;
      case "http" -> "a request calls a back end over HTTP, which takes at least " + delay;
      case "sql" -> "a request queries a database, which takes at least " + delay;
      case Delay.STATED ->
          load.delayMs() == 0
              ? "wait unknown (set --delay)"
              : "a request waits %s, as the user states".formatted(delay);
      default -> "a request waits " + delay;
    };
  }
}
