package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairedLogRatio;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The A/A control: one variant entered twice under two names, which thus differ by nothing but
 * noise.
 *
 * @param figures what it shows, by each metric; empty where there is no control
 * @param floors the noise by each metric; empty without a control
 */
public record Controls(List<Comparison.Control> figures, Map<TestedMetric, NoiseFloor> floors) {

  /**
   * Of an experiment's variants.
   *
   * @param controls those that are entered a second time; normally none or one
   */
  static Controls of(List<VariantSummary> variants, List<VariantSummary> controls) {
    List<Comparison.Control> figures = new ArrayList<>();
    Map<TestedMetric, NoiseFloor> floors = new EnumMap<>(TestedMetric.class);
    for (VariantSummary control : controls) {
      variants.stream()
          .filter(each -> control.controlOf().equals(Optional.of(each.name())))
          .forEach(original -> add(original, control, figures, floors));
    }
    return new Controls(figures, floors);
  }

  private static void add(
      VariantSummary original,
      VariantSummary control,
      List<Comparison.Control> figures,
      Map<TestedMetric, NoiseFloor> floors) {
    for (TestedMetric metric : TestedMetric.values()) {
      Optional<PairedLogRatio> ratios = Pairs.ratios(original, control, RunMetrics.of(metric));
      NoiseFloor floor = ratios.map(NoiseFloor::of).orElse(NoiseFloor.NOT_MEASURED);
      floors.put(metric, floor);
      Optional<Estimate> estimate = ratios.map(each -> each.estimate(NoiseFloor.NOT_MEASURED));
      Optional<Interval> interval = estimate.flatMap(each -> each.interval(0.95));
      figures.add(
          new Comparison.Control(
              control.name(),
              original.name(),
              RunMetrics.of(metric).name(),
              ratios.map(PairedLogRatio::rounds).orElse(0),
              Numbers.roundSignificant(estimate.map(Estimate::ratio)),
              Numbers.roundSignificant(interval.map(Interval::low)),
              Numbers.roundSignificant(interval.map(Interval::high)),
              Numbers.roundSignificant(
                  interval
                      .filter(each -> floor.rounds() >= PairwiseTests.FIRST_LOOK)
                      .map(each -> floor.bound())),
              sentence(original.name(), metric, interval, floor, estimate)));
    }
  }

  private static String sentence(
      String name,
      TestedMetric metric,
      Optional<Interval> interval,
      NoiseFloor floor,
      Optional<Estimate> estimate) {
    if (interval.isEmpty() || floor.rounds() < PairwiseTests.FIRST_LOOK) {
      return "The A/A control of %s shows no noise floor of %s: too few rounds."
          .formatted(name, metric.label());
    }
    return String.format(
        Locale.ROOT,
        "Noise floor %.1f %%: %s entered twice has %s %.3f times its own, 95 %% interval %.3f to"
            + " %.3f, %d rounds; the margin is %.1f %%.",
        100 * floor.bound(),
        name,
        metric.label(),
        estimate.orElseThrow().ratio(),
        interval.get().low(),
        interval.get().high(),
        floor.rounds(),
        100 * floor.margin());
  }

  /** That of throughput, as a share; absent where it was not measured. */
  Optional<Double> noiseFloor() {
    return figures.stream()
        .filter(each -> each.metric().equals(RunMetrics.THROUGHPUT.name()))
        .flatMap(each -> each.noiseFloor().stream().boxed())
        .findFirst();
  }

  /** That of all rounds together. */
  public NoiseFloor floor(TestedMetric metric) {
    return floors.getOrDefault(metric, NoiseFloor.NOT_MEASURED);
  }
}
