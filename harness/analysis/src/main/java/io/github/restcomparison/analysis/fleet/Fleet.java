package io.github.restcomparison.analysis.fleet;

import io.github.restcomparison.analysis.queueing.CpuStation;
import java.util.OptionalInt;

/**
 * Nodes that are all alike, and who asks them.
 *
 * @param nodes 1 to 100000; each request goes to any of those that live, with the same probability
 * @param cpus of one node
 * @param workers of one node, which a request holds while it waits and computes; absent where
 *     waiting holds none
 * @param mostWaiting requests that may be in a node at once, all others are refused; absent where
 *     there is no such limit
 * @param users 1 to 100 million
 * @param thinkSeconds between an answer or a refusal and the next request, exponential, 0 or more
 * @param waitSeconds of each request, fixed, 0 or more
 */
public record Fleet(
    int nodes,
    CpuStation cpus,
    OptionalInt workers,
    OptionalInt mostWaiting,
    int users,
    double thinkSeconds,
    double waitSeconds) {}
