package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.ExperimentTime.words;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.records.RunRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
      String elapsed = words(Duration.ofNanos(System.nanoTime() - start));
      String more = left.get().map(time -> ", at most about " + words(time) + " left").orElse("");
      out.print(NEW_LINE + "%s: %s (%s%s)".formatted(what, rate, elapsed, more));
      out.flush();
    }
  }

  /** A run has ended and left its record. */
  void ended(RunRecord record) {
    double rate = record.load().map(RunRecord.Load::throughput).orElse(Double.NaN);
    String figure = Double.isNaN(rate) ? "" : ", %,.0f requests/s".formatted(rate);
    String reasons =
        record.reasons().isEmpty() ? figure : ", " + String.join("; ", record.reasons());
    said("%s: %s%s".formatted(what, record.status(), reasons));
  }

  /** A round of at most {@code rounds} has ended. */
  void roundEnded(int round, int rounds, Comparison known) {
    if (known.pairs().isEmpty()) {
      return;
    }
    List<PairVerdict> decided = known.pairs().stream().filter(PairVerdict::decided).toList();
    said(
        "round %d of %d: %d of %d comparisons decided"
            .formatted(round, rounds, decided.size(), known.pairs().size()));
    said("decided", decided);
    said("open", known.undecided().toList());
  }

  private void said(String what, List<PairVerdict> pairs) {
    if (!pairs.isEmpty()) {
      String first =
          pairs.stream().limit(MAX_PAIRS).map(Progress::text).collect(Collectors.joining("; "));
      int more = pairs.size() - MAX_PAIRS;
      said("  %s: %s%s".formatted(what, first, more > 0 ? "; and %d more".formatted(more) : ""));
    }
  }

  private static String text(PairVerdict pair) {
    Interval interval = pair.interval();
    String ratio =
        interval.exists() ? ", ratio %.3f to %.3f".formatted(interval.low(), interval.high()) : "";
    return "%s / %s by %s: %s%s"
        .formatted(pair.a(), pair.b(), pair.tested().label(), pair.verdict(), ratio);
  }
}
