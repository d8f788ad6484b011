package io.github.restcomparison.analysis.sizing;

import java.util.List;

/**
 * What a request costs, over how many are answered and how many are in the service: CPU per request
 * falls as throughput rises, for code that seldom runs is slower (decision 3); it falls with those
 * that come together, which share a wake-up; and it rises again with thousands that wait, which
 * cost the caches and the collector.
 */
public final class RequestCost {
  private final CostSurface surface;
  private final double mostPerSecond;
  private final double mostInService;
  private final double least;

  /**
   * One measured cost.
   *
   * @param perSecond requests answered per second and CPU, above 0
   * @param inService requests in the service per CPU, above 0
   * @param micros of one request, above 0
   */
  public record Cost(double perSecond, double inService, double micros) {}

  /** Of one cost or more. */
  RequestCost(List<Cost> costs) {
    surface = CostSurface.of(costs);
    mostPerSecond = costs.stream().mapToDouble(Cost::perSecond).max().orElseThrow();
    mostInService = costs.stream().mapToDouble(Cost::inService).max().orElseThrow();
    least = costs.stream().mapToDouble(Cost::micros).min().orElseThrow();
  }

  /**
   * The cost of one request in µs. Beyond the most that was measured, of either, it may rise, and
   * does not fall any more.
   *
   * @param perSecond requests answered per second and CPU, above 0
   * @param inService requests in the service per CPU, above 0
   */
  public double at(double perSecond, double inService) {
    double x = Math.min(perSecond, mostPerSecond);
    double micros = surface.at(x, inService);
    return inService > mostInService ? Math.max(micros, surface.at(x, mostInService)) : micros;
  }

  /** The least cost that was measured, in µs. */
  public double least() {
    return least;
  }
}
