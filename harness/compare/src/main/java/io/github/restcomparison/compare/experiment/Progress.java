package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.time.Duration;

/** Hears how an experiment goes on. */
public interface Progress {

  /** Something that a reader of the log wants to know, once. */
  void said(String line);

  /**
   * A run has begun.
   *
   * @param what round and variant, for a reader
   * @param left how long all that is still to be done will take, estimated
   */
  void began(String what, Duration left);

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
   * @throws IOException where what is then to be written cannot be
   */
  void roundEnded(int round) throws IOException;
}
