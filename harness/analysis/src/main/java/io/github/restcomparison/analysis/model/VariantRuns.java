package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.overhead.OverheadBudget;
import io.github.restcomparison.analysis.runs.PartMetrics;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.settings.Count;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The runs of one variant, and their figures. Figures are of its valid rounds alone; a variant
 * whose status is not {@code VALID} has none.
 *
 * @param name in sentences and tables
 * @param runs one run for each round, at least one
 * @param planned the number of rounds that should be complete by now
 */
public record VariantRuns(String name, List<RecordedRun> runs, int planned) {

  /** A variant that lost more than a fifth of its rounds is not ranked. */
  private static final double MIN_VALID = 0.8;

  /** The share of the responses from which on a status is reported. */
  private static final double MIN_SHARE = 0.001;

  /** The variant of these runs, by the name of its service. */
  VariantRuns(List<RecordedRun> runs, int planned) {
    this(runs.getFirst().variant(), runs, planned);
  }

  /** Returns the same runs by another name, such as one with the name of the experiment. */
  public VariantRuns named(String other) {
    return new VariantRuns(other, runs, planned);
  }

  RecordedRun first() {
    return runs.getFirst();
  }

  /** Returns the variant that this is the A/A control of; empty if it is none. */
  Optional<String> controlOf() {
    return first().record().identity().controlOf();
  }

  /**
   * Returns FAILED if any run failed, because a wrong response is not noise of a round; VALID if at
   * least 80 % of the rounds are.
   */
  public Status status() {
    if (has(Status.FAILED)) {
      return Status.FAILED;
    }
    if (valid().size() >= MIN_VALID * planned) {
      return Status.VALID;
    }
    return has(Status.ABORTED) && !has(Status.INVALID) ? Status.ABORTED : Status.INVALID;
  }

  private boolean has(Status status) {
    return runs.stream().anyMatch(run -> run.record().status() == status);
  }

  /** Returns the runs of the figures: the valid ones, if enough are valid and none failed. */
  public List<RecordedRun> ranked() {
    return status() == Status.VALID ? valid() : List.of();
  }

  /** Returns the valid runs, even of a variant that is not ranked. */
  public List<RecordedRun> valid() {
    return runs.stream().filter(RecordedRun::isValid).toList();
  }

  /** Returns whether it has figures: without a throughput or a start-up it has no others. */
  public boolean isRanked() {
    return figure(RunMetric.THROUGHPUT).hasValue()
        || ranked().stream().anyMatch(run -> run.record().load().isEmpty());
  }

  /**
   * Returns whether further rounds may make it valid: none failed, and it has lost at most a fifth
   * of all.
   *
   * @param maxRounds the maximum of rounds
   */
  boolean canStillBeRanked(int maxRounds) {
    return !has(Status.FAILED) && maxRounds - (planned - valid().size()) >= MIN_VALID * maxRounds;
  }

  /** Returns whether the load generator limited it in most of its rounds. */
  public boolean isLimitedByGenerator() {
    long limited = ranked().stream().filter(run -> run.record().failsGate(Gate.GENERATOR)).count();
    return 2 * limited > ranked().size();
  }

  /**
   * Returns the prefix of a figure that the load generator limited: {@code at least } for the
   * throughput, {@code at most } for a latency; else an empty text.
   */
  public String boundPrefix(RunMetric metric) {
    if (!isLimitedByGenerator()) {
      return "";
    }
    return metric == RunMetric.THROUGHPUT
        ? "at least "
        : metric.hasOutput(Output.PAGE_LATENCY) || metric == RunMetric.MEAN ? "at most " : "";
  }

  /** Returns why it is not ranked, in a few words. */
  public String reason() {
    return runs.stream()
        .filter(run -> run.record().status() == status())
        .flatMap(run -> run.record().reasons().stream())
        .findFirst()
        .orElse("%d of %s valid".formatted(valid().size(), Count.of(planned, "round")));
  }

  /** Returns the objections to runs that are invalid or missing, a sentence each. */
  public List<String> objections() {
    List<String> objections =
        runs.stream()
            .map(RecordedRun::record)
            .filter(run -> run.status() != Status.VALID)
            .map(
                run ->
                    "round %d %s: %s"
                        .formatted(run.round(), run.status(), String.join("; ", run.reasons())))
            .toList();
    return objections.isEmpty() && status() != Status.VALID ? List.of(reason()) : objections;
  }

  /** Returns the maximum of requests per second for any service; NaN without one. */
  public double ceiling() {
    return Numbers.roundSignificant(first().ceiling());
  }

  /** Returns its throughput in percent of its ceiling; NaN without one of the two. */
  public double percentOfCeiling() {
    return Numbers.roundSignificant(100 * median(RunMetric.THROUGHPUT) / first().ceiling());
  }

  /** Returns its bottleneck; empty if it is not ranked. */
  public Optional<Bottleneck> bottleneck() {
    return ranked().isEmpty() ? Optional.empty() : Bottleneck.of(ranked());
  }

  /**
   * Returns the bottleneck as a sentence with the numbers and the overhead; empty if it is not
   * ranked.
   */
  public Optional<String> bottleneckSentence() {
    String overhead = overhead().map(budget -> "; " + budget.sentence()).orElse("");
    return bottleneck().map(each -> each.sentence() + overhead);
  }

  /** Returns the time of its requests beyond their delay, in pieces. */
  public Optional<OverheadBudget> overhead() {
    return OverheadBudget.of(ranked());
  }

  /** Returns a figure; NaN if the variant is not ranked, or it was not measured. */
  public Estimate figure(RunMetric metric) {
    return metric.figure(ranked());
  }

  /**
   * Returns the names of the variants whose p99 has too few requests, with their number; empty if
   * none has.
   */
  static Optional<String> p99Note(List<VariantRuns> variants) {
    String few =
        variants.stream()
            .filter(each -> each.figure(RunMetric.P99).hasValue())
            .filter(each -> each.minRequests() < TestedMetric.ENOUGH_FOR_P99)
            .map(each -> "%s (%s)".formatted(Numbers.of(each.minRequests()), each.name()))
            .collect(Collectors.joining(", "));
    return few.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "p99 is based on fewer than %,d requests: %s"
                .formatted(TestedMetric.ENOUGH_FOR_P99, few));
  }

  /** Returns the requests of the smallest run, without requests in excluded seconds. */
  private double minRequests() {
    return ranked().stream()
        .map(RecordedRun::record)
        .mapToDouble(
            run -> {
              double kept = RunMetric.KEPT.valueIn(run) / RunMetric.WINDOW.valueIn(run);
              return Math.rint(RunMetric.OK.valueIn(run) * (kept < 1 ? kept : 1));
            })
        .min()
        .orElse(Double.NaN);
  }

  /** Returns the median of a figure; NaN if the variant is not ranked, or it was not measured. */
  public double median(RunMetric metric) {
    return figure(metric).value();
  }

  /** Returns the failed requests of all of its runs. */
  public long ko() {
    return (long) Arrays.stream(RunMetric.KO.valueIn(runs)).sum();
  }

  /**
   * Returns the settings that the service reports. A setting that differed between runs, such as a
   * free port, is {@code varies}.
   */
  public Map<String, String> service() {
    Map<String, String> service = new TreeMap<>();
    for (RecordedRun run : runs) {
      run.record()
          .subject()
          .service()
          .forEach(
              (key, value) ->
                  service.merge(
                      key,
                      String.valueOf(value),
                      (one, other) -> one.equals(other) ? one : "varies"));
    }
    put(
        service,
        "memory of the container",
        each -> each.memory() == 0 ? "no limit" : Numbers.mebibytes(each.memory()) + " MiB");
    put(service, "node", each -> each.node().orElse(""));
    return service;
  }

  /** Adds the values of the containers of all runs, each once. */
  private void put(Map<String, String> service, String key, Function<Container, String> what) {
    String known =
        runs.stream()
            .flatMap(run -> run.record().subject().environment().container().stream())
            .map(what)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!known.isEmpty()) {
      service.put(key, known);
    }
  }

  /** Returns the flags of its JVM; empty if it was not started here. */
  public Optional<List<String>> jvm() {
    return first().record().subject().environment().serviceJvm();
  }

  /** Returns the jars of its class path; empty if it was not started here. */
  public List<String> libraries() {
    return first().record().subject().environment().versions();
  }

  /**
   * Returns the values of a user service that could not be observed, a clause each; none for
   * services of this project.
   */
  public List<String> limitations() {
    RunRecord record = first().record();
    List<String> limitations = new ArrayList<>();
    if (record.subject().user().isEmpty() || record.load().isEmpty()) {
      return limitations;
    }
    ServiceSpec service = record.subject().user().get();
    if (!service.from().isLaunched()) {
      limitations.add("not restarted: these intervals lack the differences between starts");
    }
    boolean isElsewhere = service.from() instanceof Origin.Address;
    if (record.server().isEmpty()) {
      String why = isElsewhere ? "not started here" : "none of its processes found";
      limitations.add(why + ": CPU, memory and threads not measured");
    } else if (!isElsewhere && Double.isNaN(record.server().get().memory().rssPeak())) {
      limitations.add("window too short to sample its memory");
    } else if (isElsewhere && Double.isNaN(record.server().get().memory().threadsPeak())) {
      limitations.add("not started here: CPU as it reports it, memory not measured");
    } else if (Double.isNaN(record.server().get().memory().allocatedPerRequest())) {
      limitations.add("no observable JVM: allocation, collections and compilation not measured");
    } else if (record.subject().service().containsKey("JVMs")) {
      limitations.add(
          "allocation, collections and compilation measured of only one of its %s JVMs"
              .formatted(record.subject().service().get("JVMs")));
    }
    if (record.subject().workload().stream()
        .flatMap(workload -> workload.requests().stream())
        .anyMatch(request -> !request.expect().body().isChecked())) {
      limitations.add("bodies not checked (--expect)");
    }
    if (service.requestCount().isEmpty()) {
      limitations.add(
          "requests not compared with the service's own count (requestCount in compare.yaml)");
    }
    if (record.settings().delay().isUnknown() && Double.isNaN(first().ceiling())) {
      limitations.add("no ceiling: wait unknown (set --delay)");
    }
    return limitations;
  }

  /** Returns the same as a sentence. */
  public Optional<String> limitationsSentence() {
    return limitations().isEmpty()
        ? Optional.empty()
        : Optional.of("limitations: " + String.join("; ", limitations()));
  }

  /** Returns the names of the kinds of request; empty if there is only one. */
  public List<String> requests() {
    return ranked().stream()
        .flatMap(run -> run.record().figures().latencyByRequest().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Returns the statuses of its responses in all runs, without statuses of fewer than a thousandth,
   * the most frequent first.
   */
  public List<String> statuses() {
    Map<String, Double> shares = new TreeMap<>();
    runs.stream()
        .flatMap(run -> PartMetrics.statuses(run.record()).keySet().stream())
        .distinct()
        .forEach(status -> shares.put(status, share(status)));
    return shares.entrySet().stream()
        .filter(each -> each.getValue() >= MIN_SHARE)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the share of the responses that have a status, 0 to 1: the median of all runs. */
  double share(String status) {
    return PartMetrics.forStatus(status).getFirst().median(runs);
  }
}
