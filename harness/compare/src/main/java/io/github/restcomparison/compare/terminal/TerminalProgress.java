package io.github.restcomparison.compare.terminal;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.experiment.TimeSpent;
import io.github.restcomparison.records.RunRecord;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Progress for a person who watches: one line that is written anew, and a line that stays for each
 * run. Where nobody watches, only what must be known is said, and what each round has shown.
 */
public final class TerminalProgress implements Progress {
  private static final String NEW_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean watched;
  private final long start = System.nanoTime();
  private String what = "";
  private String left = "";

  /**
   * Progress that is printed.
   *
   * @param watched whether {@code out} is a terminal
   */
  public TerminalProgress(PrintWriter out, boolean watched) {
    this.out = out;
    this.watched = watched;
  }

  /** Whether somebody watches this process. */
  public static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  @Override
  public void said(String line) {
    out.println((watched ? NEW_LINE : "") + line);
    out.flush();
  }

  @Override
  public void began(String what, Duration left) {
    this.what = what;
    this.left = TimeSpent.words(left);
    live("starting");
  }

  @Override
  public void live(String rate) {
    if (watched) {
      String elapsed = TimeSpent.words(Duration.ofNanos(System.nanoTime() - start));
      out.print(
          NEW_LINE + "%s: %s (%s, at most about %s left)".formatted(what, rate, elapsed, left));
      out.flush();
    }
  }

  @Override
  public void ended(RunRecord record) {
    if (watched) {
      said("%s: %s%s".formatted(what, record.status(), figure(record)));
    }
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
