package io.github.restcomparison.analysis.overhead;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What limited a variant, by the medians of its own records: the first that holds of users,
 * threads, service CPU, load generator, host CPU; else the largest piece of what requests took
 * beyond their delay. {@link OverheadBudget} says of each variant what that was made of.
 *
 * @param what in a word or two
 * @param sentence with the numbers, without the variant's name
 */
public record Bottleneck(String what, String sentence) {
  private static final String GENERATOR = "generator";
  private static final String HOST_CPU = "host CPU";
  private static final double USERS_SHARE = 0.97;
  private static final double THREADS_SHARE = 0.95;
  private static final double BUSY = 0.90;
  private static final double LEAST_HEADROOM = 0.15;

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
        .mapToObj(throughput -> new Seen(runs, throughput).bottleneck())
        .findFirst();
  }

  /** The same with what was made of the time that requests took beyond their delay. */
  public String withOverhead(Optional<OverheadBudget> overhead) {
    return sentence + overhead.map(each -> "; " + each.sentence()).orElse("");
  }

  /** Whether a host with more CPUs could show more of the service. */
  public boolean isOfHost() {
    return what.equals(GENERATOR) || what.equals(HOST_CPU);
  }

  /** In an open model, a variant that is ranked has answered all requests that came. */
  private static Bottleneck arrivals(List<RecordedRun> runs, OpenModel open) {
    double waited = RunMetrics.WAITED.median(runs).orElse(0);
    return because(
        "arrivals",
        "all that came, %s, were answered; %s %% of them found every connection busy",
        open.rate(),
        Numbers.of(100 * waited / Math.max(1, open.requests())));
  }

  private static Bottleneck because(String what, String text, Object... numbers) {
    return new Bottleneck(what, what + ": " + text.formatted(numbers));
  }

  private static Optional<Bottleneck> when(
      boolean holds, String what, String text, Object... numbers) {
    return holds ? Optional.of(because(what, text, numbers)) : Optional.empty();
  }

  /** The runs that tell; each median is absent where it was not measured. */
  private record Seen(List<RecordedRun> runs, double throughput) {

    Bottleneck bottleneck() {
      return Stream.<Supplier<Optional<Bottleneck>>>of(
              this::users, this::ownLimit, this::serviceCpu, this::generator, this::hostCpu)
          .map(Supplier::get)
          .flatMap(Optional::stream)
          .findFirst()
          .orElseGet(this::overhead);
    }

    private ThroughputLimits limits() {
      return runs.getFirst().limits();
    }

    private int cpus() {
      return runs.getFirst().record().setup().environment().host().cpus();
    }

    private OptionalDouble median(RunMetric metric) {
      return metric.median(runs);
    }

    private Optional<Bottleneck> users() {
      ThroughputLimits users = limits().ofUsers();
      return when(reached(users, USERS_SHARE), "users", "%s", ofCeiling(users));
    }

    private Optional<Bottleneck> ownLimit() {
      if (!reached(limits(), THREADS_SHARE)) {
        return Optional.empty();
      }
      return switch (limits().ceilingReason()) {
        case THREADS -> Optional.of(because("threads", "%s", ofCeiling(limits())));
        case CONNECTIONS -> Optional.of(because("connections", "%s", ofCeiling(limits())));
        case USERS, NONE -> Optional.empty();
      };
    }

    private boolean reached(ThroughputLimits limits, double share) {
      return limits.ceiling().stream().anyMatch(ceiling -> throughput >= share * ceiling);
    }

    private Optional<Bottleneck> serviceCpu() {
      OptionalDouble cores = median(RunMetrics.SERVER_CORES);
      int cpus =
          runs.getFirst().record().setup().environment().placement().serviceCpus().orElse(cpus());
      return when(
          cores.orElse(0) >= BUSY * cpus,
          "service CPU",
          "the service kept %s of its %s busy at %s",
          Numbers.of(cores),
          Numbers.count(cpus, "CPU"),
          rate());
    }

    /** What its gate said, if it did so of most of the runs; else whether its CPUs were busy. */
    private Optional<Bottleneck> generator() {
      List<String> objections =
          runs.stream()
              .flatMap(run -> run.record().verdict().gates().stream())
              .filter(gate -> gate.name().equals(GateResult.GENERATOR))
              .flatMap(gate -> gate.objections().stream())
              .toList();
      if (2 * objections.size() > runs.size()) {
        return Optional.of(because(GENERATOR, "%s", objections.getFirst()));
      }
      double headroom = median(RunMetrics.HEADROOM).orElse(1);
      return when(
          headroom < LEAST_HEADROOM,
          GENERATOR,
          "the load generator left only %s %% of its CPUs unused, so that %s is a lower bound of"
              + " what the service can do",
          Numbers.of(100 * headroom),
          rate());
    }

    private Optional<Bottleneck> hostCpu() {
      OptionalDouble service = median(RunMetrics.SERVER_CORES);
      OptionalDouble generator = median(RunMetrics.GENERATOR_CORES);
      double busy =
          service.orElse(0) + generator.orElse(0) + median(RunMetrics.BACK_END_CORES).orElse(0);
      return when(
          !runs.getFirst().isPinned() && busy >= BUSY * cpus(),
          HOST_CPU,
          "the service (%s) and the load generator (%s)%s together kept %s of %s busy at %s",
          Numbers.of(service),
          Numbers.of(generator),
          backEnd(" and its back end (%s)"),
          Numbers.of(busy),
          Numbers.count(cpus(), "CPU"),
          rate());
    }

    /** In a closed model throughput is users / (delay + overhead): the rest is the overhead. */
    private Bottleneck overhead() {
      if (runs.getFirst().record().settings().isWaitUnknown()) {
        return because(
            "its answers' time",
            "%s from %s; no CPU was used up; wait unknown (set --delay)",
            rate(),
            Numbers.count(limits().users(), "user"));
      }
      OverheadCause largest =
          OverheadBudget.of(runs).map(OverheadBudget::largest).orElse(OverheadCause.NOT_MEASURED);
      return because("overhead (%s)".formatted(largest.label()), "%s", ofCeiling(limits()));
    }

    private String backEnd(String words) {
      return median(RunMetrics.BACK_END_CORES).stream()
          .mapToObj(cores -> words.formatted(Numbers.of(cores)))
          .findFirst()
          .orElse("");
    }

    private String ofCeiling(ThroughputLimits limits) {
      OptionalDouble percent = limits.percentOfCeiling(throughput);
      return percent.isEmpty()
          ? rate()
          : "%s is %s %% of the %s that %s allow"
              .formatted(
                  rate(), Numbers.of(percent), Numbers.of(limits.ceiling()), Ceiling.made(limits));
    }

    private String rate() {
      return Numbers.of(throughput) + " requests/s";
    }
  }
}
