package io.github.restcomparison.analysis.plan;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a request as a plane of logarithms, by least squares: ln(µs) over ln(requests per
 * second and CPU) and ln(requests in service per CPU).
 *
 * <p>CPU per request falls as throughput rises, for code that seldom runs is slower; it falls with
 * requests that arrive together, which share a wake-up; and it rises with thousands that wait.
 */
final class CostPlane {
  /**
   * Steep slopes cost as much as errors: the variance of a load's cost, 7 %, over that of a slope,
   * 0.3. One load makes a constant, loads on a line need no special case.
   */
  private static final double RIDGE = Math.pow(0.07 / 0.3, 2);

  /**
   * A measured cost.
   *
   * @param perSecond requests answered per second and CPU, above 0
   * @param inService requests in service per CPU, above 0
   */
  record Cost(double perSecond, double inService, double micros) {}

  private final double meanX;
  private final double meanN;
  private final double meanY;
  private final double slopeX;
  private final double slopeN;
  private final double maxPerSecond;
  private final double maxInService;

  /** Fits the plane to one cost or more. */
  CostPlane(List<Cost> costs) {
    meanX = mean(costs, cost -> Math.log(cost.perSecond()));
    meanN = mean(costs, cost -> Math.log(cost.inService()));
    meanY = mean(costs, cost -> Math.log(cost.micros()));
    double xx = RIDGE;
    double nn = RIDGE;
    double xn = 0;
    double xy = 0;
    double ny = 0;
    for (Cost cost : costs) {
      double x = Math.log(cost.perSecond()) - meanX;
      double n = Math.log(cost.inService()) - meanN;
      double y = Math.log(cost.micros()) - meanY;
      xx += x * x;
      nn += n * n;
      xn += x * n;
      xy += x * y;
      ny += n * y;
    }
    double determinant = xx * nn - xn * xn;
    slopeX = (nn * xy - xn * ny) / determinant;
    slopeN = (xx * ny - xn * xy) / determinant;
    maxPerSecond = costs.stream().mapToDouble(Cost::perSecond).max().orElseThrow();
    maxInService = costs.stream().mapToDouble(Cost::inService).max().orElseThrow();
  }

  private static double mean(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    return costs.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** Returns the cost in µs. Beyond the most requests measured it may rise, and does not fall. */
  double micros(double perSecond, double inService) {
    double x = Math.min(perSecond, maxPerSecond);
    double n = slopeN > 0 ? inService : Math.min(inService, maxInService);
    return Math.exp(meanY + slopeX * (Math.log(x) - meanX) + slopeN * (Math.log(n) - meanN));
  }
}
