package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import java.io.IOException;
import java.util.Optional;

/** What is written after each round, so that it can be read while the next one runs. */
public interface RoundPage {
  /**
   * Writes it.
   *
   * @return what it says; empty where it compares no pairs, as of a sweep or a search
   * @throws IOException where a record cannot be read, or the page not be written
   */
  Optional<Comparison> write() throws IOException;
}
