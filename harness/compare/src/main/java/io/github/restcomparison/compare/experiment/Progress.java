package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.records.RunRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Hears how an experiment goes on. */
public interface Progress {

  /** Something that a reader of the log wants to know, once. */
  void said(String line);

  /**
   * A run has begun.
   *
   * @param what round and variant
   * @param left returns the time that is left, with this run; empty if it is unknown
   */
  void began(String what, Supplier<Optional<Duration>> left);

  /**
   * A second of the run has passed.
   *
   * @param rate what goes on and how fast, such as {@code load 9,764 requests/s}
   */
  void live(String rate);

  /** A run has ended and left its record. */
  void ended(RunRecord record);

  /**
   * All runs of a round are over.
   *
   * @param of how many rounds there are at most
   * @param known what all runs so far show
   */
  void roundEnded(int round, int of, Comparison known);
}
