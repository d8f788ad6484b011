package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairedLogRatio;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The A/A control: one variant entered twice under two names, which thus differ by nothing but
 * noise.
 *
 * @param figures what it shows, by each metric; empty where there is no control
 * @param floors the noise floor by each metric
 */
public record Controls(List<Comparison.Control> figures, Map<TestedMetric, NoiseFloor> floors) {

  /**
   * Of an experiment's variants.
   *
   * @param controls those that are entered a second time; normally none or one
   */
  static Controls of(List<VariantSummary> variants, List<VariantSummary> controls) {
    List<Comparison.Control> figures = new ArrayList<>();
    Map<TestedMetric, NoiseFloor> floors = new TreeMap<>();
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
      Optional<Interval> interval = ratios.flatMap(each -> each.interval(0.95));
      figures.add(
          new Comparison.Control(
              control.name(),
              original.name(),
              RunMetrics.of(metric).name(),
              ratios.map(PairedLogRatio::rounds).orElse(0),
              Numbers.roundSignificant(ratios.map(PairedLogRatio::ratio)),
              Numbers.roundSignificant(interval.map(Interval::low)),
              Numbers.roundSignificant(interval.map(Interval::high)),
              Numbers.roundSignificant(ratios.map(PairedLogRatio::p)),
              Numbers.roundSignificant(interval.map(each -> floor.bound())),
              sentence(original.name(), metric, interval, floor, ratios)));
    }
  }

  private static String sentence(
      String name,
      TestedMetric metric,
      Optional<Interval> interval,
      NoiseFloor floor,
      Optional<PairedLogRatio> ratios) {
    if (interval.isEmpty()) {
      return "The A/A control of %s shows no noise floor of %s: too few rounds."
          .formatted(name, metric.label());
    }
    String figures =
        String.format(
            Locale.ROOT,
            "%s %.3f times its own, 95 %% interval %.3f to %.3f, p = %.4f, %d rounds",
            metric.label(),
            ratios.orElseThrow().ratio(),
            interval.get().low(),
            interval.get().high(),
            floor.p(),
            ratios.orElseThrow().rounds());
    return floor.forbidsRanking()
        ? "The A/A control differs from itself, so nothing is ranked by %s: %s entered twice has %s."
            .formatted(metric.label(), name, figures)
        : String.format(
            Locale.ROOT,
            "Noise floor %.1f %%: %s entered twice has %s.",
            100 * floor.bound(),
            name,
            figures);
  }

  /** That of throughput, as a share; absent where it was not measured. */
  Optional<Double> noiseFloor() {
    return figures.stream()
        .filter(each -> each.metric().equals(RunMetrics.THROUGHPUT.name()))
        .flatMap(each -> each.noiseFloor().stream().boxed())
        .findFirst();
  }

  public NoiseFloor floor(TestedMetric metric) {
    return floors.getOrDefault(metric, NoiseFloor.NOT_MEASURED);
  }

  /**
   * Whether the experiment as a whole cannot be believed: by the metric that was declared first.
   */
  boolean forbidRanking() {
    return floor(TestedMetric.THROUGHPUT).forbidsRanking();
  }
}
