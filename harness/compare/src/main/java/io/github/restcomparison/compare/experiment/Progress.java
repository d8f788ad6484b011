package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.ExperimentTime.words;

import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Prints a line for each run and each round. On a terminal, one more line is rewritten every
 * second.
 */
public final class Progress {
  private static final String NEW_LINE = "\r\u001b[K";

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

  /**
   * Notes that a run has begun; {@code left} returns the remaining time, empty if it is unknown.
   */
  void began(String what, Supplier<Optional<Duration>> left) {
    this.what = what;
    this.left = left;
    live("starting");
  }

  /** Prints the rate of a second of the run, such as {@code load 9,764 requests/s}. */
  void live(String rate) {
    if (isWatched) {
      String elapsed = words(Duration.ofNanos(System.nanoTime() - start));
      String more = left.get().map(time -> ", at most about " + words(time) + " left").orElse("");
      out.print(NEW_LINE + "%s: %s (%s%s)".formatted(what, rate, elapsed, more));
      out.flush();
    }
  }

  /** Notes that a run has ended and written its record. */
  void ended(RunRecord record) {
    double rate = record.load().map(RunFigures.LoadResult::throughput).orElse(Double.NaN);
    String figure = Double.isNaN(rate) ? "" : ", %,.0f requests/s".formatted(rate);
    String reasons =
        record.reasons().isEmpty() ? figure : ", " + String.join("; ", record.reasons());
    said("%s: %s%s".formatted(what, record.status(), reasons));
  }
}
