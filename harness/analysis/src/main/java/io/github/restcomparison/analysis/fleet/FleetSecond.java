package io.github.restcomparison.analysis.fleet;

/**
 * What happened in a second of a simulation.
 *
 * @param answered requests
 * @param refused because too many were in the node
 * @param failed because the node died
 * @param p50Ms latency of those answered; 0 where none was
 * @param p99Ms the same
 * @param mostInNode the most requests in one node at the end of the second
 * @param inService requests in all nodes at the end of the second
 */
public record FleetSecond(
    long answered,
    long refused,
    long failed,
    double p50Ms,
    double p99Ms,
    int mostInNode,
    long inService) {}
