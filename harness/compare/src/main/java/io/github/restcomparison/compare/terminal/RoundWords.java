package io.github.restcomparison.compare.terminal;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Control;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a round has shown, in a few lines: what it decided, and what is open and how wide. */
final class RoundWords {
  /** More than a few lines nobody reads who waits. */
  private static final int MOST = 3;

  private RoundWords() {}

  /**
   * The lines.
   *
   * @param round that is over, from 1
   * @param of how many rounds there are at most
   */
  static List<String> lines(int round, int of, Comparison known) {
    if (known.pairs().isEmpty()) {
      return List.of();
    }
    List<PairVerdict> decided = known.pairs().stream().filter(PairVerdict::decided).toList();
    List<PairVerdict> open =
        known.undecided().sorted(Comparator.comparingDouble(RoundWords::width).reversed()).toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        "round %d of %d at most: %d of %d comparisons decided, %d open"
            .formatted(round, of, decided.size(), known.pairs().size(), open.size()));
    lines.addAll(some("decided", decided, RoundWords::decided));
    lines.addAll(some("open", open, pair -> open(pair, margin(known, pair))));
    return lines;
  }

  private interface Words {
    String of(PairVerdict pair);
  }

  private static List<String> some(String what, List<PairVerdict> pairs, Words words) {
    Stream<String> first = pairs.stream().limit(MOST).map(words::of);
    Stream<String> rest =
        pairs.size() > MOST ? Stream.of("and %d more".formatted(pairs.size() - MOST)) : Stream.of();
    return pairs.isEmpty()
        ? List.of()
        : List.of(
            Stream.concat(first, rest).collect(Collectors.joining("; ", "  " + what + ": ", "")));
  }

  private static String decided(PairVerdict pair) {
    return "%s / %s by %s: %s".formatted(pair.a(), pair.b(), pair.tested().label(), pair.verdict());
  }

  private static String open(PairVerdict pair, double margin) {
    String name = "%s / %s by %s".formatted(pair.a(), pair.b(), pair.tested().label());
    return pair.low().isEmpty()
        ? name
        : String.format(
            Locale.ROOT,
            "%s: ratio %.3f to %.3f, to be decided inside or outside %.3f to %.3f",
            name,
            pair.low().getAsDouble(),
            pair.high().orElseThrow(),
            1 / (1 + margin),
            1 + margin);
  }

  /** Of an interval of ratios; one that is not known yet is the widest. */
  private static double width(PairVerdict pair) {
    return pair.low().isEmpty()
        ? Double.POSITIVE_INFINITY
        : pair.high().orElseThrow() / pair.low().getAsDouble();
  }

  private static double margin(Comparison known, PairVerdict pair) {
    return known.controls().stream()
        .filter(control -> control.metric().equals(pair.metric()))
        .map(Control::noiseFloor)
        .mapToDouble(floor -> floor.orElse(0))
        .reduce(NoiseFloor.LEAST_MARGIN, Math::max);
  }
}
