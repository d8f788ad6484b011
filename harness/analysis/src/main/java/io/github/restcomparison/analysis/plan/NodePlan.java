package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.sizing.Bound;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How many nodes of one variant a load takes, and what each of them then does.
 *
 * @param size absent where no number of nodes is enough
 * @param expected absent where more comes than so many nodes can answer
 * @param wider absent where a node is not bound by its threads
 * @param missing why so many are not enough, or none is, a clause each; none where all is met
 * @param oneFewer why one node fewer is not enough, a clause each; none where there is one, or
 *     where their number was given
 * @param extrapolated where it lies far beyond what was measured, a clause each
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record NodePlan(
    String variant,
    Optional<Size> size,
    Optional<Expected> expected,
    Optional<Wider> wider,
    List<String> missing,
    List<String> oneFewer,
    List<String> extrapolated) {

  /** The fewest nodes first, of as many those that are used least; those that cannot do last. */
  static final Comparator<NodePlan> BY_NODES =
      Comparator.comparingDouble(
              (NodePlan plan) ->
                  plan.size().map(size -> size.nodes().median()).orElse(Double.MAX_VALUE))
          .thenComparingDouble(
              plan -> plan.expected().map(each -> each.utilisation().median()).orElse(1.0));

  /**
   * What it takes.
   *
   * @param threads of a node
   * @param memoryBytes of a node; absent where its memory was not looked at
   * @param perMillion the price of a million requests, all CPUs of all nodes paid
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Size(Spread nodes, int threads, OptionalDouble memoryBytes, OptionalDouble perMillion) {}

  /**
   * What it does.
   *
   * @param throughput of all nodes, requests per second
   * @param cpuMicros of one request, µs
   * @param utilisation of a node's CPUs, as a share
   * @param p50Ms latency
   * @param p99Ms latency
   * @param bound what keeps a node from answering more
   */
  record Expected(
      Spread throughput,
      Spread cpuMicros,
      Spread utilisation,
      Spread p50Ms,
      Spread p99Ms,
      Bound bound) {}

  /**
   * What a larger pool would do.
   *
   * @param threads of a node
   * @param nodes that then are enough
   */
  record Wider(int threads, int nodes) {}

  /**
   * What the median of the rounds gives, and what their least and greatest costs of a request do.
   *
   * @param low not above {@code median}
   * @param high not below {@code median}
   */
  record Spread(double low, double median, double high) {
    static Spread of(double one, double median, double other) {
      return new Spread(
          Math.min(median, Math.min(one, other)), median, Math.max(median, Math.max(one, other)));
    }
  }
}
