package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.records.RunRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Prints a line for each run and the verdicts after each round. On a terminal, one more line is
 * rewritten every second.
 */
public final class Progress {
  private static final String NEW_LINE = "\r\u001b[K";
  private static final int MAX_PAIRS = 3;

  private final PrintWriter out;
  private final boolean isWatched;
  private final long start = System.nanoTime();
  private String what = "";
  private Supplier<Optional<Duration>> left = Optional::empty;

  /**
   * Progress that is printed.
   *
   * @param isWatched whether {@code out} is a terminal
   */
  public Progress(PrintWriter out, boolean isWatched) {
    this.out = out;
    this.isWatched = isWatched;
  }

  /** Prints a line. */
  public void said(String line) {
    out.println((isWatched ? NEW_LINE : "") + line);
    out.flush();
  }

  /** A run has begun; {@code left} returns the time that is left, empty if it is unknown. */
  void began(String what, Supplier<Optional<Duration>> left) {
    this.what = what;
    this.left = left;
    live("starting");
  }

  /** A second of the run has passed; {@code rate} is such as {@code load 9,764 requests/s}. */
  void live(String rate) {
    if (isWatched) {
      String elapsed = ExperimentTime.words(Duration.ofNanos(System.nanoTime() - start));
      String more =
          left.get()
              .map(time -> ", at most about " + ExperimentTime.words(time) + " left")
              .orElse("");
      out.print(NEW_LINE + "%s: %s (%s%s)".formatted(what, rate, elapsed, more));
      out.flush();
    }
  }

  /** A run has ended and left its record. */
  void ended(RunRecord record) {
    String figure = record.reasons().isEmpty() ? "" : ", " + String.join("; ", record.reasons());
    if (figure.isEmpty() && record.load().isPresent()) {
      figure =
          record.load().get().throughput().stream()
              .mapToObj(rate -> String.format(Locale.ROOT, ", %,.0f requests/s", rate))
              .collect(Collectors.joining());
    }
    said("%s: %s%s".formatted(what, record.status(), figure));
  }

  /** A round of at most {@code rounds} has ended. */
  void roundEnded(int round, int rounds, Comparison known) {
    if (known.pairs().isEmpty()) {
      return;
    }
    List<PairVerdict> decided = known.pairs().stream().filter(PairVerdict::decided).toList();
    List<PairVerdict> open =
        known.undecided().sorted(Comparator.comparingDouble(Progress::width).reversed()).toList();
    said(
        "round %d of %d at most: %d of %d comparisons decided, %d open"
            .formatted(round, rounds, decided.size(), known.pairs().size(), open.size()));
    said("decided", decided, pair -> ": " + pair.verdict());
    said("open", open, Progress::ratio);
  }

  private void said(String what, List<PairVerdict> pairs, Function<PairVerdict, String> words) {
    if (!pairs.isEmpty()) {
      String first =
          pairs.stream()
              .limit(MAX_PAIRS)
              .map(
                  pair ->
                      "%s / %s by %s%s"
                          .formatted(pair.a(), pair.b(), pair.tested().label(), words.apply(pair)))
              .collect(Collectors.joining("; "));
      int more = pairs.size() - MAX_PAIRS;
      said("  %s: %s%s".formatted(what, first, more > 0 ? "; and %d more".formatted(more) : ""));
    }
  }

  private static String ratio(PairVerdict pair) {
    return pair.low().isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            ": ratio %.3f to %.3f",
            pair.low().getAsDouble(),
            pair.high().orElseThrow());
  }

  private static double width(PairVerdict pair) {
    return pair.high().orElse(Double.POSITIVE_INFINITY) / pair.low().orElse(1);
  }
}
