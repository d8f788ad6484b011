package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.overhead.Ceiling;
import io.github.restcomparison.analysis.overhead.OverheadBudget;
import io.github.restcomparison.analysis.runs.Figures;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The runs of one variant, and what they allow to be said of it.
 *
 * @param runs one for each round, at least one
 * @param planned how many rounds there should be by now
 */
public record VariantSummary(List<RecordedRun> runs, int planned) {

  /** A variant that lost more than a fifth of its rounds is not ranked. */
  private static final double LEAST_VALID = 0.8;

  public String name() {
    return runs.getFirst().variant();
  }

  /** The variant that this is the A/A control of, where it is one. */
  Optional<String> controlOf() {
    return runs.getFirst().record().identity().controlOf();
  }

  /** The runs that enter the figures: the valid ones, if enough are and none failed. */
  public List<RecordedRun> ranked() {
    return status() == Status.VALID ? valid() : List.of();
  }

  private List<RecordedRun> valid() {
    return runs.stream().filter(RecordedRun::isValid).toList();
  }

  /** What the variant is worth. A wrong answer is no bad luck of a round: one failure is enough. */
  public Status status() {
    if (any(Status.FAILED)) {
      return Status.FAILED;
    }
    if (valid().size() >= LEAST_VALID * planned) {
      return Status.VALID;
    }
    return any(Status.ABORTED) && !any(Status.INVALID) ? Status.ABORTED : Status.INVALID;
  }

  /**
   * Whether further rounds may bring it back: none failed, and it has not lost more of them than a
   * fifth of all.
   *
   * @param most rounds that there can be
   */
  boolean mayBeRankedAfter(int most) {
    return !any(Status.FAILED) && most - (planned - valid().size()) >= LEAST_VALID * most;
  }

  private boolean any(Status status) {
    return runs.stream().anyMatch(run -> run.record().status() == status);
  }

  /** Whether in most of its rounds the load generator had no more to give. */
  public boolean isHeldBackByTheGenerator() {
    long heldBack =
        ranked().stream()
            .filter(run -> run.record().isRefusedBy(RunRecord.GateResult.GENERATOR))
            .count();
    return 2 * heldBack > ranked().size();
  }

  /** How much of its ceiling its throughput is; absent without one of the two. */
  OptionalDouble percentOfCeiling() {
    return Numbers.optional(
        Ceiling.of(runs.getFirst()).percent(RunMetrics.THROUGHPUT.median(ranked())));
  }

  /** Why it is not ranked, in a few words. */
  public String reason() {
    return runs.stream()
        .filter(run -> run.record().status() == status())
        .flatMap(run -> run.record().reasons().stream())
        .findFirst()
        .orElse("%d of %s valid".formatted(valid().size(), Numbers.count(planned, "round")));
  }

  /**
   * All that is known of it.
   *
   * @param metrics those whose figures are shown
   */
  public Comparison.Variant described(List<RunMetric> metrics) {
    RecordedRun first = runs.getFirst();
    ThroughputLimits limits = first.limits();
    Ceiling ceiling = Ceiling.of(first);
    Optional<Bottleneck> bound = ranked().isEmpty() ? Optional.empty() : Bottleneck.of(ranked());
    Optional<OverheadBudget> overhead = OverheadBudget.of(ranked());
    return new Comparison.Variant(
        name(),
        status(),
        new Comparison.Rounds(planned, valid().size()),
        limits.workers(),
        Numbers.optional(ceiling.perSecond()),
        ceiling.made(),
        percentOfCeiling(),
        bound.map(Bottleneck::what),
        bound.map(each -> each.withOverhead(overhead)),
        overhead.map(OverheadBudget::rounded),
        Figures.of(ranked(), metrics),
        (long) Arrays.stream(RunMetrics.KO.of(runs)).sum(),
        service(),
        first.record().setup().environment().serviceJvm(),
        first.record().setup().environment().versions(),
        Unseen.of(first),
        RequestFigures.of(ranked()),
        runs.stream().map(VariantSummary::run).toList());
  }

  /** A setting that was not the same in every run, such as a free port, is said to vary. */
  public Map<String, String> service() {
    Map<String, String> service = new TreeMap<>();
    for (RecordedRun run : runs) {
      run.record()
          .setup()
          .service()
          .forEach(
              (key, value) ->
                  service.merge(
                      key,
                      String.valueOf(value),
                      (one, other) -> one.equals(other) ? one : "varies"));
    }
    of(VariantSummary::memory).ifPresent(memory -> service.put("memory of the container", memory));
    of(container -> container.node().orElse("")).ifPresent(nodes -> service.put("node", nodes));
    return service;
  }

  private static String memory(Container container) {
    return container.memory() == 0 ? "no limit" : Numbers.mebibytes(container.memory()) + " MiB";
  }

  /** What is known of the containers of all runs, each once; empty where that is nothing. */
  private Optional<String> of(Function<Container, String> what) {
    return Optional.of(
            runs.stream()
                .flatMap(run -> run.record().setup().environment().container().stream())
                .map(what)
                .distinct()
                .collect(Collectors.joining(", ")))
        .filter(known -> !known.isEmpty());
  }

  static Comparison.Run run(RecordedRun run) {
    RunRecord record = run.record();
    return new Comparison.Run(
        record.round(),
        record.identity().position(),
        record.status(),
        record.reasons(),
        record.verdict().notes(),
        gates(record),
        run.folder() + "/run.json",
        record.figures().gatlingReport());
  }

  private static Map<String, Boolean> gates(RunRecord record) {
    Map<String, Boolean> gates = new LinkedHashMap<>();
    record.verdict().gates().forEach(gate -> gates.put(gate.name(), gate.passed()));
    return gates;
  }
}
