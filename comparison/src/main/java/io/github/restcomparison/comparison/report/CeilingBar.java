package io.github.restcomparison.comparison.report;

import io.github.restcomparison.comparison.record.RunRecord.Status;
import io.github.restcomparison.comparison.report.Comparison.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A variant's throughput against its ceiling, drawn. All bars of a page have one scale.
 *
 * @param throughput width of the bar, in percent of the scale; none for a variant without figures
 * @param ceiling where the ceiling is, in percent of the scale; none where the delay is 0, or there
 *     is no bar to compare with it
 * @param figures the same in words
 * @param bound what held it back, a sentence
 * @param objection the status of a variant that is not ranked, and why
 */
record CeilingBar(
    String name,
    Optional<String> throughput,
    Optional<String> ceiling,
    String figures,
    Optional<String> bound,
    Optional<String> objection) {

  static List<CeilingBar> of(List<Variant> variants) {
    double scale =
        variants.stream()
            .flatMapToDouble(
                each ->
                    DoubleStream.concat(
                        each.ceiling().stream(),
                        each.throughput().stream().mapToDouble(Figure::median)))
            .max()
            .orElse(1);
    return variants.stream().map(each -> of(each, scale)).toList();
  }

  private static CeilingBar of(Variant variant, double scale) {
    return new CeilingBar(
        variant.name(),
        variant.throughput().map(figure -> width(figure.median() / scale)),
        variant.ceiling().stream()
            .filter(ceiling -> variant.throughput().isPresent())
            .mapToObj(ceiling -> width(ceiling / scale))
            .findFirst(),
        figures(variant),
        variant.boundBy(),
        variant.status() == Status.VALID
            ? Optional.empty()
            : Optional.of(
                variant.status() + ", not ranked. " + String.join(" ", variant.objections())));
  }

  private static String figures(Variant variant) {
    String ceiling =
        variant.ceiling().isPresent()
            ? "ceiling %s (%s)".formatted(Numbers.of(variant.ceiling()), variant.ceilingReason())
            : variant.ceilingReason();
    return variant.throughput().isEmpty()
        ? ceiling
        : "%s requests/s%s · %s"
            .formatted(
                Numbers.interval(variant.throughput(), Numbers::of), percent(variant), ceiling);
  }

  private static String percent(Variant variant) {
    return variant.percentOfCeiling().isPresent()
        ? ", " + Numbers.of(variant.percentOfCeiling()) + " %"
        : "";
  }

  private static String width(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * Math.min(1, share));
  }
}
