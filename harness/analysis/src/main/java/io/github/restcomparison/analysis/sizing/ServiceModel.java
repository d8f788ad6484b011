package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.sizing.MeasuredLoad.Taken;
import io.github.restcomparison.analysis.sizing.RequestCost.Cost;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/**
 * What a request takes from a service, as its records say.
 *
 * @param service CPU of the service
 * @param generator CPU of the load generator
 * @param baseMs latency that is neither the wait nor a CPU's: the network, timers that are late; 0
 *     or more
 * @param unstated what nobody says of it
 */
public record ServiceModel(
    RequestCost service, RequestCost generator, double baseMs, Unstated unstated) {

  /** Where more of the CPUs is in use, queueing cannot be told from the base. */
  private static final double QUIET = 0.5;

  /**
   * What one request takes.
   *
   * @param cpuMicros of the service, µs
   * @param demandSeconds of all CPUs of the node, s
   * @param baseMs neither waiting nor computing, ms
   */
  public record Request(double cpuMicros, double demandSeconds, double baseMs) {}

  /**
   * Of one load or more of one variant.
   *
   * @param taken which of the rounds' costs
   */
  public static ServiceModel of(List<MeasuredLoad> loads, Taken taken) {
    Unstated unstated = Unstated.of(loads);
    return new ServiceModel(
        cost(loads, load -> load.serviceMicros(taken)),
        cost(loads, MeasuredLoad::generatorMicros),
        baseMs(loads, taken, unstated),
        unstated);
  }

  /** The median of those loads that had CPUs to spare and no queue for a thread; 0 of none. */
  private static double baseMs(List<MeasuredLoad> loads, Taken taken, Unstated unstated) {
    double[] bases =
        loads.stream()
            .filter(load -> load.utilisation() < QUIET)
            .filter(load -> load.users() <= unstated.workers(load).orElse(load.users()))
            .mapToDouble(
                load ->
                    load.meanMs(taken)
                        - unstated.waitMs(load)
                        - (load.serviceMicros(taken) + load.generatorMicros()) / 1e3)
            .map(ms -> Math.max(0, ms))
            .toArray();
    return bases.length == 0 ? 0 : Median.withDefaults().withCopy(true).evaluate(bases);
  }

  private static RequestCost cost(List<MeasuredLoad> loads, ToDoubleFunction<MeasuredLoad> micros) {
    return new RequestCost(
        loads.stream()
            .map(
                load ->
                    new Cost(
                        load.throughput() / load.cpus(),
                        load.users() / load.cpus(),
                        micros.applyAsDouble(load)))
            .toList());
  }

  /**
   * What a request takes of a node.
   *
   * @param perSecond requests answered by the node
   * @param inService requests in the node at once
   */
  public Request on(Node node, double perSecond, double inService) {
    double x = perSecond / node.cpus();
    double n = Math.max(1, inService) / node.cpus();
    double cpuMicros = service.at(x, n);
    double all = cpuMicros + (node.isShared() ? generator.at(x, n) : 0);
    return new Request(cpuMicros, all / 1e6, baseMs);
  }

  /** The least that a request was seen to take of a CPU, in seconds. */
  public double cheapestSeconds() {
    return service.least() / 1e6;
  }
}
