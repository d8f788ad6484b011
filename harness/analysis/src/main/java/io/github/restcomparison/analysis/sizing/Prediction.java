package io.github.restcomparison.analysis.sizing;

import java.util.function.DoubleUnaryOperator;

/**
 * What one node is expected to do under a load.
 *
 * @param throughput answered, requests per second
 * @param cpuMicros of the service for one request, µs
 * @param utilisation the share of the node's CPUs that is in use, 0 to 1
 * @param inService requests in the service at once, those that wait for a thread included
 * @param bound what keeps it from answering more
 * @param quantileMs the latency that a share of all requests does not exceed; an approximation
 */
public record Prediction(
    double throughput,
    double cpuMicros,
    double utilisation,
    double inService,
    Bound bound,
    DoubleUnaryOperator quantileMs) {

  /**
   * A percentile of the latency, in ms.
   *
   * @param share above 0 and below 1
   */
  public double latencyMs(double share) {
    return quantileMs.applyAsDouble(share);
  }
}
