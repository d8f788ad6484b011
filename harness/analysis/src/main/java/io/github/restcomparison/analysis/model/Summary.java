package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** From the runs of a comparison to all that they allow to be said. */
public final class Summary {

  /** From the best status to the worst. */
  private static final List<Status> WORSE =
      List.of(Status.VALID, Status.ABORTED, Status.INVALID, Status.FAILED);

  private Summary() {}

  /**
   * All that the runs allow to be said.
   *
   * @param metrics those that the pages show figures of
   */
  public static Comparison of(RecordedRuns runs, List<RunMetric> metrics) {
    List<VariantSummary> variants = variants(runs);
    Controls controls = controls(runs);
    List<PairVerdict> pairs = Pairs.of(variants, controls, runs);
    return new Comparison(
        Comparison.SCHEMA,
        status(runs),
        Statement.of(runs, variants),
        Statement.previews(variants),
        plan(runs),
        controls.noiseFloor(),
        controls.figures(),
        controlRuns(runs),
        variants.stream().map(each -> each.described(metrics)).toList(),
        Rankings.of(variants, pairs),
        pairs,
        runs.leftOut(),
        runs.unreadable(),
        metrics);
  }

  /** What is compared, the ranked ones first, by throughput. */
  public static List<VariantSummary> variants(RecordedRuns runs) {
    return measured(runs)
        .filter(each -> each.controlOf().isEmpty())
        .sorted(
            Comparator.comparingDouble(
                    (VariantSummary each) ->
                        -RunMetrics.THROUGHPUT.median(each.ranked()).orElse(-1))
                .thenComparing(VariantSummary::name))
        .toList();
  }

  /** What the A/A control shows. */
  public static Controls controls(RecordedRuns runs) {
    return Controls.of(
        variants(runs), measured(runs).filter(each -> each.controlOf().isPresent()).toList());
  }

  private static Map<String, List<Comparison.Run>> controlRuns(RecordedRuns runs) {
    return measured(runs)
        .filter(each -> each.controlOf().isPresent())
        .collect(
            Collectors.toMap(
                VariantSummary::name,
                each -> each.runs().stream().map(VariantSummary::run).toList()));
  }

  private static Stream<VariantSummary> measured(RecordedRuns runs) {
    return runs.byVariant().stream().map(some -> new VariantSummary(some, runs.due()));
  }

  private static Status status(RecordedRuns runs) {
    Status worst =
        measured(runs)
            .map(VariantSummary::status)
            .max(Comparator.comparing(WORSE::indexOf))
            .orElseThrow();
    return worst == Status.VALID && !runs.unreadable().isEmpty() ? Status.INVALID : worst;
  }

  /** What was done. */
  public static Conditions plan(RecordedRuns runs) {
    LoadSpec settings = runs.runs().getFirst().record().settings();
    Optional<Design> design = runs.plan().map(ExperimentPlan::design);
    return new Conditions(
        model(runs.runs().getFirst()),
        settings.users(),
        settings.requestsPerUser(),
        settings.seconds(),
        settings.open(),
        settings.protocol(),
        settings.delayMs(),
        settings.waits(),
        runs.rounds(),
        design.map(Design::earlyStop).orElse(false),
        design.map(Design::timeLimitMs).orElse(OptionalLong.empty()),
        design.map(Design::seed),
        design.flatMap(Design::control),
        runs.repeated(),
        settings.warmUpLimitMs(),
        runs.plan().map(ExperimentPlan::generatorCapacity).orElse(OptionalDouble.empty()),
        shared(runs, each -> each.identity().session()),
        host(runs, each -> each.host().os()),
        host(runs, each -> each.host().cpu()),
        host(runs, each -> each.host().cpus()),
        host(runs, each -> each.host().memory()),
        host(runs, each -> each.placement().pinning()),
        shared(
                runs,
                record ->
                    record.setup().environment().container().map(Environment.Container::engine))
            .flatMap(Function.identity()),
        host(runs, Environment::jdk),
        host(runs, Environment::gatling),
        runs.runs().stream()
            .flatMap(run -> run.record().setup().user().stream())
            .flatMap(user -> user.workload().simulation().stream())
            .map(UserSimulation::className)
            .findFirst());
  }

  private static String model(RecordedRun run) {
    if (run.isOfClient()) {
      return "burst";
    }
    return run.open().isPresent() ? "open" : "closed";
  }

  private static <T> Optional<T> host(RecordedRuns runs, Function<Environment, T> value) {
    return shared(runs, record -> value.apply(record.setup().environment()));
  }

  /** What all runs have in common. */
  private static <T> Optional<T> shared(RecordedRuns runs, Function<RunRecord, T> value) {
    T first = value.apply(runs.runs().getFirst().record());
    return runs.runs().stream().allMatch(run -> Objects.equals(first, value.apply(run.record())))
        ? Optional.ofNullable(first)
        : Optional.empty();
  }
}
