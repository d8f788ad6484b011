package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What held a variant back, worked out from the medians of its own records: the first that holds of
 * users, threads, service CPU, generator, host CPU; else that it is not explained, with the
 * numbers.
 *
 * @param what in a word or two
 * @param sentence with the numbers, without the variant's name
 */
public record Bottleneck(String what, String sentence) {

  private static final double USERS_SHARE = 0.97;
  private static final double THREADS_SHARE = 0.95;
  private static final double BUSY = 0.90;
  private static final double LEAST_HEADROOM = 0.15;

  /** What is said where no bound shows. */
  public static final String NOT_EXPLAINED = "not explained";

  /** The medians that tell; absent where they were not measured. */
  private record Seen(
      ThroughputLimits limits,
      double throughput,
      OptionalDouble serverCores,
      OptionalDouble generatorCores,
      OptionalDouble backEndCores,
      OptionalDouble headroom,
      Optional<String> heldBack,
      OptionalDouble gcShare,
      int cpus,
      int serviceCpus,
      boolean pinned) {}

  /**
   * Of the valid runs of a variant; none where they have no throughput.
   *
   * @param runs one or more
   */
  public static Optional<Bottleneck> of(List<RecordedRun> runs) {
    RecordedRun first = runs.getFirst();
    if (first.isOfClient()) {
      return Optional.empty(); // nobody looked at the CPUs
    }
    if (first.open().isPresent()) {
      return Optional.of(arrivals(runs, first.open().get()));
    }
    return RunMetrics.THROUGHPUT.median(runs).stream()
        .mapToObj(
            throughput ->
                new Seen(
                    first.limits(),
                    throughput,
                    RunMetrics.SERVER_CORES.median(runs),
                    RunMetrics.GENERATOR_CORES.median(runs),
                    RunMetrics.BACK_END_CORES.median(runs),
                    RunMetrics.HEADROOM.median(runs),
                    heldBack(runs),
                    gcShare(runs),
                    first.record().environment().cpus(),
                    first
                        .record()
                        .environment()
                        .serviceCpus()
                        .orElse(first.record().environment().cpus()),
                    first.isPinned()))
        .map(Bottleneck::of)
        .findFirst();
  }

  /** Those that are ranked have answered all that came. */
  private static Bottleneck arrivals(List<RecordedRun> runs, OpenModel open) {
    OptionalDouble waited = RunMetrics.WAITED.median(runs);
    return new Bottleneck(
        "arrivals",
        "arrivals: all that came, %s, were answered; %s %% of them found every connection busy"
            .formatted(
                open.rate(), Numbers.of(100 * waited.orElse(0) / Math.max(1, open.requests()))));
  }

  private static Bottleneck of(Seen seen) {
    return users(seen)
        .or(() -> ownBound(seen))
        .or(() -> serviceCpu(seen))
        .or(() -> generator(seen))
        .or(() -> hostCpu(seen))
        .orElseGet(() -> notExplained(seen));
  }

  private static Optional<Bottleneck> users(Seen seen) {
    ThroughputLimits limits = seen.limits.ofUsers();
    return reached(seen.throughput, limits, USERS_SHARE)
        ? Optional.of(new Bottleneck("users", "users: " + ofCeiling(seen, limits)))
        : Optional.empty();
  }

  private static Optional<Bottleneck> ownBound(Seen seen) {
    if (!reached(seen.throughput, seen.limits, THREADS_SHARE)) {
      return Optional.empty();
    }
    return switch (seen.limits.ceilingReason()) {
      case THREADS ->
          Optional.of(new Bottleneck("threads", "threads: " + ofCeiling(seen, seen.limits)));
      case CONNECTIONS ->
          Optional.of(
              new Bottleneck("connections", "connections: " + ofCeiling(seen, seen.limits)));
      case USERS, NONE -> Optional.empty();
    };
  }

  private static boolean reached(double throughput, ThroughputLimits limits, double share) {
    OptionalDouble ceiling = limits.ceiling();
    return ceiling.isPresent() && throughput >= share * ceiling.getAsDouble();
  }

  private static Optional<Bottleneck> serviceCpu(Seen seen) {
    return seen.serverCores.orElse(0) >= BUSY * seen.serviceCpus
        ? Optional.of(
            new Bottleneck(
                "service CPU",
                "service CPU: the service kept %s of its %s busy at %s"
                    .formatted(
                        Numbers.of(seen.serverCores),
                        Numbers.count(seen.serviceCpus, "CPU"),
                        rate(seen.throughput))))
        : Optional.empty();
  }

  /** What the gate said, if it did so of most of the runs. */
  private static Optional<String> heldBack(List<RecordedRun> runs) {
    List<String> objections =
        runs.stream()
            .flatMap(run -> run.record().gates().stream())
            .filter(gate -> gate.name().equals(RunRecord.GateResult.GENERATOR))
            .flatMap(gate -> gate.objections().stream())
            .toList();
    return 2 * objections.size() > runs.size()
        ? Optional.of(objections.getFirst())
        : Optional.empty();
  }

  private static OptionalDouble gcShare(List<RecordedRun> runs) {
    OptionalDouble pauseMs = RunMetrics.GC_PAUSE.median(runs);
    OptionalDouble seconds = RunMetrics.WINDOW.median(runs);
    return pauseMs.isPresent() && seconds.isPresent()
        ? OptionalDouble.of(pauseMs.getAsDouble() / 1e3 / seconds.getAsDouble())
        : OptionalDouble.empty();
  }

  private static Optional<Bottleneck> generator(Seen seen) {
    if (seen.heldBack.isPresent()) {
      return Optional.of(new Bottleneck("generator", "generator: " + seen.heldBack.get()));
    }
    return seen.headroom.orElse(1) < LEAST_HEADROOM
        ? Optional.of(
            new Bottleneck(
                "generator",
                "generator: the load generator left only %s %% of its CPUs unused, so that %s is a lower bound of what the service can do"
                    .formatted(
                        Numbers.of(100 * seen.headroom.getAsDouble()), rate(seen.throughput))))
        : Optional.empty();
  }

  private static Optional<Bottleneck> hostCpu(Seen seen) {
    double busy =
        seen.serverCores.orElse(0) + seen.generatorCores.orElse(0) + seen.backEndCores.orElse(0);
    return !seen.pinned && busy >= BUSY * seen.cpus
        ? Optional.of(
            new Bottleneck(
                "host CPU",
                "host CPU: the service (%s) and the load generator (%s)%s together kept %s of %s busy at %s"
                    .formatted(
                        Numbers.of(seen.serverCores),
                        Numbers.of(seen.generatorCores),
                        backEnd(seen, " and its back end (%s)"),
                        Numbers.of(busy),
                        Numbers.count(seen.cpus, "CPU"),
                        rate(seen.throughput))))
        : Optional.empty();
  }

  private static Bottleneck notExplained(Seen seen) {
    return new Bottleneck(
        NOT_EXPLAINED,
        "not explained: %s; of %s the service used %s, the load generator %s%s%s"
            .formatted(
                ofCeiling(seen, seen.limits),
                Numbers.count(seen.cpus, "CPU"),
                Numbers.of(seen.serverCores),
                Numbers.of(seen.generatorCores),
                backEnd(seen, ", its back end %s"),
                collections(seen)));
  }

  private static String backEnd(Seen seen, String words) {
    return seen.backEndCores.isPresent() ? words.formatted(Numbers.of(seen.backEndCores)) : "";
  }

  /** From one hundredth on; below that they explain nothing. */
  private static String collections(Seen seen) {
    return seen.gcShare.orElse(0) < 0.01
        ? ""
        : "; garbage collections stopped the service for %s %% of the time"
            .formatted(Numbers.of(100 * seen.gcShare.getAsDouble()));
  }

  private static String ofCeiling(Seen seen, ThroughputLimits limits) {
    OptionalDouble percent = limits.percentOfCeiling(seen.throughput);
    return percent.isEmpty()
        ? rate(seen.throughput)
        : "%s is %s %% of the %s that %s allow"
            .formatted(
                rate(seen.throughput),
                Numbers.of(percent),
                Numbers.of(limits.ceiling()),
                made(limits));
  }

  private static String rate(double throughput) {
    return Numbers.of(throughput) + " requests/s";
  }

  /** What a ceiling is made of: {@code 1,000 users / 100 ms}. */
  static String made(ThroughputLimits limits) {
    String delay = Numbers.of(limits.delay().toMillis()) + " ms";
    return switch (limits.ceilingReason()) {
      case USERS -> Numbers.count(limits.users(), "user") + " / " + delay;
      case THREADS -> Numbers.count(limits.workers().getAsInt(), "thread") + " / " + delay;
      case CONNECTIONS ->
          Numbers.count(limits.connections().getAsInt(), "connection") + " / " + delay;
      case NONE -> "no ceiling: the delay is 0";
    };
  }
}
