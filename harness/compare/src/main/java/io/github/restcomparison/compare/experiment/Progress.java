package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.ExperimentTime.text;

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
   * @param isTerminal whether {@code out} is a terminal
   */
  public Progress(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isWatched = isTerminal;
  }

  /** Prints a line. */
  public void print(String line) {
    out.println((isWatched ? NEW_LINE : "") + line);
    out.flush();
  }

  /**
   * Notes that a run has begun; {@code left} returns the remaining time, empty if it is unknown.
   */
  void runStarted(String what, Supplier<Optional<Duration>> left) {
    this.what = what;
    this.left = left;
    showRate("starting");
  }

  /** Prints the rate of a second of the run, such as {@code load 9,764 requests/s}. */
  void showRate(String rate) {
    if (isWatched) {
      String elapsed = text(Duration.ofNanos(System.nanoTime() - start));
      String more = left.get().map(time -> ", at most about " + text(time) + " left").orElse("");
      out.print(NEW_LINE + "%s: %s (%s%s)".formatted(what, rate, elapsed, more));
      out.flush();
    }
  }

  /** Notes that a run has ended and written its record. */
  void runEnded(RunRecord record) {
    double rate = record.load().map(RunFigures.LoadResult::throughput).orElse(Double.NaN);
    String figure = Double.isNaN(rate) ? "" : ", %,.0f requests/s".formatted(rate);
    String reasons =
        record.reasons().isEmpty() ? figure : ", " + String.join("; ", record.reasons());
    print("%s: %s%s".formatted(what, record.status(), reasons));
  }
}
