package io.github.restcomparison.compare.terminal;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.records.RunRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A line for each run, and what each round has shown. For a person who watches there is one line
 * more, which is written anew every second.
 */
public final class TerminalProgress implements Progress {
  private static final String NEW_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean watched;
  private final long start = System.nanoTime();
  private String what = "";
  private Supplier<Optional<Duration>> left = Optional::empty;

  /**
   * Progress that is printed.
   *
   * @param watched whether {@code out} is a terminal
   */
  public TerminalProgress(PrintWriter out, boolean watched) {
    this.out = out;
    this.watched = watched;
  }

  @Override
  public void said(String line) {
    out.println((watched ? NEW_LINE : "") + line);
    out.flush();
  }

  @Override
  public void began(String what, Supplier<Optional<Duration>> left) {
    this.what = what;
    this.left = left;
    live("starting");
  }

  @Override
  public void live(String rate) {
    if (watched) {
      String elapsed = ExperimentTime.words(Duration.ofNanos(System.nanoTime() - start));
      String more =
          left.get()
              .map(time -> ", at most about " + ExperimentTime.words(time) + " left")
              .orElse("");
      out.print(NEW_LINE + "%s: %s (%s%s)".formatted(what, rate, elapsed, more));
      out.flush();
    }
  }

  @Override
  public void ended(RunRecord record) {
    said("%s: %s%s".formatted(what, record.status(), figure(record)));
  }

  private static String figure(RunRecord record) {
    return record.reasons().isEmpty()
        ? record
            .load()
            .map(RunRecord.Load::throughput)
            .filter(throughput -> throughput.isPresent())
            .map(throughput -> ", %,.0f requests/s".formatted(throughput.getAsDouble()))
            .orElse("")
        : ", " + String.join("; ", record.reasons());
  }

  @Override
  public void roundEnded(int round, int of, Comparison known) {
    RoundWords.lines(round, of, known).forEach(this::said);
  }
}
