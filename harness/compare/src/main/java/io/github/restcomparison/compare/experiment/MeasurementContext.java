package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.util.Optional;

/**
 * What experiments are measured with: one experiment, or the many small ones of a search or sweep.
 *
 * @param executor measures a run
 * @param page is written after each round
 * @param host is checked before each round; null for no check, as in a cluster
 * @param allowConcurrent whether another measurement may run on this host
 */
public record MeasurementContext(
    Placement placement,
    RunExecutor executor,
    Progress progress,
    Page page,
    HostCheck host,
    boolean allowConcurrent) {

  /** What is written after each round, to be read while the next round runs. */
  public interface Page {
    /**
     * Writes it.
     *
     * @return what all runs show; empty if no pairs are compared, as in a sweep or a search
     * @throws IOException if a record cannot be read, or the page cannot be written
     */
    Optional<Comparison> write() throws IOException;
  }
}
