package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A row of the table of all pairs.
 *
 * @param interval of the ratio, with its confidence
 * @param p after Holm's correction
 */
record PairLine(
    String metric, String a, String b, String ratio, String interval, String p, String verdict) {

  static PairLine of(PairVerdict pair) {
    return new PairLine(
        pair.tested() == TestedMetric.THROUGHPUT ? "throughput" : "CPU per request",
        pair.a(),
        pair.b(),
        decimals(pair.ratio(), 3),
        pair.low().isEmpty()
            ? Numbers.ABSENT
            : "%s to %s (%s %%)"
                .formatted(
                    decimals(pair.low(), 3),
                    decimals(pair.high(), 3),
                    Numbers.of(100 * pair.confidence().orElse(Double.NaN))),
        decimals(pair.p(), 4),
        pair.verdict());
  }

  private static String decimals(OptionalDouble value, int decimals) {
    return value.isEmpty()
        ? Numbers.ABSENT
        : String.format(Locale.ROOT, "%." + decimals + "f", value.getAsDouble());
  }
}
