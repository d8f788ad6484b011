package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.text.BarText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.stream.DoubleStream;

/** The ratios that a study's claims are about, as bars of text: published there, measured here. */
final class StudyChart {
  private static final int WIDTH = 40;

  private StudyChart() {}

  /** Empty where no claim has both ratios. */
  static Optional<String> of(List<ClaimVerdict> claims) {
    OptionalDouble longest =
        claims.stream()
            .flatMap(claim -> claim.ratios().stream())
            .flatMapToDouble(ratios -> DoubleStream.of(ratios.there(), ratios.here()))
            .max();
    if (longest.isEmpty()) {
      return Optional.empty();
    }
    BarText bars = new BarText(WIDTH, longest.getAsDouble());
    StringJoiner chart = new StringJoiner("\n", "```text\n", "\n```");
    claims.forEach(
        claim ->
            claim
                .ratios()
                .ifPresent(
                    ratios -> {
                      chart.add(claim.says());
                      chart.add("  there " + bar(bars, ratios.there()));
                      chart.add("  here  " + bar(bars, ratios.here()));
                    }));
    return Optional.of(chart.toString());
  }

  private static String bar(BarText bars, double ratio) {
    return "%s %s".formatted(bars.of(ratio, OptionalDouble.empty()), Numbers.of(ratio));
  }
}
