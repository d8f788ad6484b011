package io.github.restcomparison.analysis.sizing;

import java.util.List;

/**
 * What a request costs, over how many are answered and how many are in the service: CPU per request
 * falls as throughput rises, by a factor of ten and more (decision 3 has why); and thousands that
 * wait cost the caches and the collector, so that it rises again with them.
 *
 * <p>A line of the logarithms of cost over throughput, by least squares, in which near loads weigh
 * more (locally weighted regression: Cleveland, <i>JASA</i> 74:829, 1979).
 */
public final class RequestCost {
  /** The distances, in e-fold ratios, at which a load weighs 0.6 of one that is alike. */
  private static final double WIDTH_THROUGHPUT = 3;

  private static final double WIDTH_REQUESTS = 1;

  /** What is far away still counts where nothing is near. */
  private static final double LEAST_WEIGHT = 1e-5;

  private final List<Cost> costs;
  private final double mostPerSecond;

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
    this.costs = costs;
    mostPerSecond = costs.stream().mapToDouble(Cost::perSecond).max().orElseThrow();
  }

  /**
   * The cost of one request in µs. Beyond the greatest throughput that was measured it does not
   * fall any more.
   *
   * @param perSecond requests answered per second and CPU, above 0
   * @param inService requests in the service per CPU, above 0
   */
  public double at(double perSecond, double inService) {
    double x = Math.log(Math.min(perSecond, mostPerSecond));
    double sum = 0;
    double sumX = 0;
    double sumY = 0;
    double sumXx = 0;
    double sumXy = 0;
    for (Cost cost : costs) {
      double dx = Math.log(cost.perSecond()) - x;
      double dn = Math.log(cost.inService() / inService);
      double y = Math.log(cost.micros());
      double weight =
          LEAST_WEIGHT
              + Math.exp(
                  -(Math.pow(dx / WIDTH_THROUGHPUT, 2) + Math.pow(dn / WIDTH_REQUESTS, 2)) / 2);
      sum += weight;
      sumX += weight * dx;
      sumY += weight * y;
      sumXx += weight * dx * dx;
      sumXy += weight * dx * y;
    }
    double spread = sum * sumXx - sumX * sumX;
    double level = sumY / sum;
    // dx is 0 at x: the line's value there is its constant.
    return spread < 1e-9 * sum * sum
        ? Math.exp(level)
        : Math.exp((sumXx * sumY - sumX * sumXy) / spread);
  }

  /** The least cost that was measured, in µs. */
  public double least() {
    return costs.stream().mapToDouble(Cost::micros).min().orElseThrow();
  }
}
