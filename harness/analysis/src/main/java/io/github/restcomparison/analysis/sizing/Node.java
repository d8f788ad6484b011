package io.github.restcomparison.analysis.sizing;

import java.util.OptionalInt;

/**
 * What one instance runs on.
 *
 * @param cpus that it may use, above 0; those of a quota need not be whole
 * @param isShared whether the load generator runs on the same CPUs, as where it was measured
 * @param workers threads that may block at once; absent where waiting blocks none
 */
public record Node(double cpus, boolean isShared, OptionalInt workers) {

  /** How many of the requests in it hold a thread, or wait without one; all others queue. */
  public double held(double inService) {
    return Math.min(inService, workers.orElse(Integer.MAX_VALUE));
  }
}
