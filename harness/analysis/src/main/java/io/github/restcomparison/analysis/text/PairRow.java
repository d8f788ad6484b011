package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A row of the table of all pairs, as all outputs have it.
 *
 * @param ratio a to b
 * @param interval of the ratio
 * @param confidence of the interval, in brackets; empty without one
 * @param p after Holm's correction
 * @param decided {@code yes}, {@code open}, or {@link Numbers#ABSENT} if rounds cannot decide it
 */
public record PairRow(
    String metric,
    String a,
    String b,
    String ratio,
    String interval,
    String confidence,
    String p,
    String verdict,
    String decided) {

  /** Those that have figures. */
  public static List<PairRow> all(Comparison comparison) {
    return comparison.rankedPairs().map(PairRow::of).toList();
  }

  /** The verdict without names, which are long: {@code a at least 10 % faster}. */
  String verdictOfAAndB() {
    for (String name : List.of(a, b)) {
      if (verdict.startsWith(name + " ")) {
        return (name.equals(a) ? "a" : "b") + verdict.substring(name.length());
      }
    }
    return verdict;
  }

  private static PairRow of(PairVerdict pair) {
    return new PairRow(
        pair.tested() == TestedMetric.THROUGHPUT ? "throughput" : "CPU per request",
        pair.a(),
        pair.b(),
        decimals(pair.ratio(), 3),
        pair.low().isEmpty()
            ? Numbers.ABSENT
            : decimals(pair.low(), 3) + " to " + decimals(pair.high(), 3),
        pair.confidence().isEmpty()
            ? ""
            : "(%s %%)".formatted(Numbers.of(100 * pair.confidence().getAsDouble())),
        decimals(pair.p(), 4),
        pair.verdict(),
        pair.decided() ? "yes" : pair.isUndecided() ? "open" : Numbers.ABSENT);
  }

  private static String decimals(OptionalDouble value, int decimals) {
    return value.isEmpty()
        ? Numbers.ABSENT
        : String.format(Locale.ROOT, "%." + decimals + "f", value.getAsDouble());
  }
}
