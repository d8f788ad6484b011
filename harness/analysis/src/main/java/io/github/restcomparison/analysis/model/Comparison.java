package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All results of an experiment. A figure that could not be measured is NaN or empty, never zero.
 *
 * @param runs from which it was computed
 * @param variants the ranked ones first, by their speed; then the variants without figures
 * @param controls the A/A control by each metric: a variant, and the same measured again; empty
 *     without one
 * @param ranking the ranks by each tested metric of which two variants or more have a figure
 * @param pairs every two of the variants, or each with the baseline if the plan names one, by each
 *     metric that is tested
 */
public record Comparison(
    RecordedRuns runs,
    List<VariantRuns> variants,
    List<Pair> controls,
    List<Ranking> ranking,
    List<Pair> pairs) {

  /** From the best status to the worst. */
  private static final List<Status> WORSE =
      List.of(Status.VALID, Status.ABORTED, Status.INVALID, Status.FAILED);

  /** Computes all results of some runs. */
  public static Comparison of(RecordedRuns runs) {
    List<VariantRuns> variants = variants(runs);
    List<Pair> controls = new ArrayList<>();
    List<Pair> verdicts = new ArrayList<>();
    Optional<String> baseline = baseline(runs);
    int left = runs.plannedRounds() - runs.startedRounds();
    for (TestedMetric tested : runs.tested()) {
      List<Pair> own = controls(runs, tested);
      controls.addAll(own);
      NoiseFloor floor = floor(own);
      List<Pair> pairs = new ArrayList<>();
      for (int a = 0; a < variants.size(); a++) {
        for (VariantRuns b : variants.subList(a + 1, variants.size())) {
          if (isCompared(variants.get(a), b, baseline)) {
            pairs.add(
                Pairing.withinExperiment(variants.get(a), b, tested, floor, runs.plannedRounds()));
          }
        }
      }
      for (Pair judged : new Family(floor, left, analyses(runs)).judge(pairs)) {
        verdicts.add(own.isEmpty() ? judged : withControl(judged, own.getLast().state()));
      }
    }
    return new Comparison(
        runs,
        variants,
        controls,
        Ranking.of(runs.tested(), variants, verdicts, baseline),
        verdicts);
  }

  /**
   * Returns whether two variants are a pair. The pairs are chosen by the plan, before any figure is
   * known: fewer pairs have narrower intervals.
   */
  private static boolean isCompared(VariantRuns a, VariantRuns b, Optional<String> baseline) {
    return baseline.map(name -> a.name().equals(name) || b.name().equals(name)).orElse(true);
  }

  private static Optional<String> baseline(RecordedRuns runs) {
    return runs.plan().flatMap(plan -> plan.design().baseline());
  }

  /**
   * Returns the controls by a metric, tested or not.
   *
   * @return one, or none without a control
   */
  private static List<Pair> controls(RecordedRuns runs, TestedMetric tested) {
    List<VariantRuns> all = allVariants(runs);
    int expectedRounds = Math.min(runs.expectedRounds(), runs.startedRounds());
    int left = runs.plannedRounds() - runs.startedRounds();
    return all.stream()
        .flatMap(
            again ->
                all.stream()
                    .filter(one -> again.controlOf().equals(Optional.of(one.name())))
                    .map(one -> Pairing.control(one, again, tested, expectedRounds, left)))
        .toList();
  }

  /** Returns an undecided pair if its control has not measured the noise. */
  private static Pair withControl(Pair pair, State control) {
    boolean goesOn = control == State.OPEN && pair.isMeasured() && pair.tested().isDecisive();
    return goesOn
        ? pair.withState(State.OPEN)
        : control != State.DECIDED && pair.state() == State.DECIDED
            ? pair.withState(State.CLOSED)
            : pair;
  }

  /** Returns the maximum number of analyses of an experiment with this plan. */
  private static int analyses(RecordedRuns runs) {
    return runs.plan()
        .map(plan -> plan.design().rounds())
        .filter(Rounds::mayEndEarly)
        .map(all -> 1 + all.max() - Math.max(all.min(), Family.MIN_ROUNDS))
        .filter(looks -> looks > 1)
        .orElse(1);
  }

  /**
   * Returns the compared variants, without the A/A control: the ranked ones first, by their speed.
   */
  public static List<VariantRuns> variants(RecordedRuns runs) {
    TestedMetric speed = runs.tested().getFirst();
    int sign = speed.isHigherBetter() ? -1 : 1;
    return allVariants(runs).stream()
        .filter(each -> each.controlOf().isEmpty())
        .sorted(
            Comparator.comparingDouble(
                    (VariantRuns each) ->
                        each.isRanked()
                            ? sign * each.median(speed.metric())
                            : Double.POSITIVE_INFINITY)
                .thenComparing(VariantRuns::name))
        .toList();
  }

  private static List<VariantRuns> allVariants(RecordedRuns runs) {
    return runs.byVariant().stream()
        .map(some -> new VariantRuns(some, runs.expectedRounds()))
        .toList();
  }

  private static NoiseFloor floor(List<Pair> controls) {
    return controls.stream()
        .map(Pair::noise)
        .reduce((one, last) -> last)
        .orElse(NoiseFloor.NOT_MEASURED);
  }

  /**
   * Returns the verdicts that a baseline is better than another variant by at least a share: the
   * whole interval lies beyond it.
   *
   * @param percent of the worse of the two
   */
  public List<Pair> losses(String baseline, int percent) {
    return pairs.stream()
        .filter(pair -> pair.better().equals(baseline) && pair.certainPercent() >= percent)
        .toList();
  }

  /** Returns the variant of the A/A control; empty without one. */
  public List<VariantRuns> controlVariants() {
    return allVariants(runs).stream()
        .filter(each -> each.controlOf().flatMap(this::variant).isPresent())
        .toList();
  }

  /** Returns the noise by a metric, tested or not, according to the A/A control. */
  public NoiseFloor floor(TestedMetric tested) {
    return floor(controls(runs, tested));
  }

  /** Returns the variants of the plan of which no run was measured. */
  List<String> unmeasured() {
    return runs.plan().stream()
        .flatMap(plan -> plan.design().variants().stream())
        .filter(name -> runs.runs().stream().noneMatch(run -> run.variant().equals(name)))
        .toList();
  }

  /**
   * Returns the worst status of its variants; INVALID if one has no run, or a record cannot be
   * read. A control whose rounds are invalid does not count: it is lost, and the statement reports
   * it.
   */
  public Status status() {
    Status worst =
        allVariants(runs).stream()
            .filter(each -> each.controlOf().isEmpty() || each.status() != Status.INVALID)
            .map(VariantRuns::status)
            .max(Comparator.comparing(WORSE::indexOf))
            .orElseThrow();
    boolean isWhole = runs.unreadable().isEmpty() && unmeasured().isEmpty();
    return worst == Status.VALID && !isWhole ? Status.INVALID : worst;
  }

  /** Returns whether it is valid, with too little data for a verdict. */
  public boolean isPreview() {
    return status() == Status.VALID && !Statement.previews(this).isEmpty();
  }

  /** Returns the facts that a reader needs to judge the figures, a sentence each. */
  public List<String> notes() {
    return Stream.concat(warnings().stream(), remarks().stream()).toList();
  }

  /** Returns the notes that change how to read the figures, for the first screen. */
  public List<String> warnings() {
    return Notes.warnings(variants);
  }

  /** Returns the other notes: the limits of the figures of single variants. */
  public List<String> remarks() {
    return Notes.remarks(variants);
  }

  /** Returns the number of rounds, and any flaws of the runs. */
  public String statement() {
    return Statement.of(this);
  }

  /** Returns the only variant that the others are compared with, if the plan names one. */
  public Optional<String> baseline() {
    return baseline(runs);
  }

  /** Returns a variant; empty if there is none of this name. */
  public Optional<VariantRuns> variant(String name) {
    return variants.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * Returns the verdict on two variants by a metric, in either order; empty if they are no pair.
   */
  public Optional<Pair> pair(TestedMetric tested, String a, String b) {
    return pairs.stream().filter(pair -> pair.tested() == tested && pair.joins(a, b)).findFirst();
  }

  /**
   * Returns how many comparisons are decided, if not all are, and whether the control is lost;
   * empty if all are, and before the first analysis.
   */
  public Optional<String> undecided() {
    return Statement.undecided(this);
  }

  /** Returns whether no more rounds are to be measured for any pair by any metric. */
  public boolean isComplete() {
    return pairs.stream().noneMatch(pair -> pair.state() == State.OPEN);
  }

  /** Returns the pairs that have figures. */
  public Stream<Pair> rankedPairs() {
    return pairs.stream().filter(Pair::isMeasured);
  }

  /** Returns whether some variant has a figure. */
  public boolean isMeasured(RunMetric metric) {
    return variants.stream().anyMatch(each -> each.figure(metric).hasValue());
  }

  private boolean isTested(RunMetric metric) {
    return runs.tested().stream().anyMatch(tested -> tested.metric() == metric);
  }

  /**
   * Returns the figures that an output shows of this experiment, in the order of {@link RunMetric}:
   * of throughput and mean latency the one that is tested.
   */
  public List<RunMetric> shownIn(Output output) {
    return RunMetric.ALL.stream()
        .filter(metric -> metric.hasOutput(output))
        .filter(metric -> metric != RunMetric.MEAN || isTested(metric))
        .filter(
            metric -> metric != RunMetric.THROUGHPUT || output != Output.GLANCE || isTested(metric))
        .filter(metric -> !metric.hasOutput(Output.ONLY_IF_MEASURED) || isMeasured(metric))
        .toList();
  }
}
