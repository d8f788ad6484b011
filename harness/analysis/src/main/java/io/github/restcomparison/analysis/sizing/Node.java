package io.github.restcomparison.analysis.sizing;

import java.util.OptionalInt;

/**
 * What one instance runs on.
 *
 * @param cpus that it may use, above 0; those of a quota need not be whole
 * @param isShared whether the load generator runs on the same CPUs, as where it was measured
 * @param workers threads that may block at once; absent where waiting blocks none
 */
public record Node(double cpus, boolean isShared, OptionalInt workers) {}
