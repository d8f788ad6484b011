package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import java.util.List;

/**
 * The cost of a request as a plane of logarithms, by least squares: ln(µs) over ln(requests per
 * second and CPU) and ln(requests in service per CPU).
 *
 * <p>CPU per request falls as throughput rises, because code that seldom runs is slower. It falls
 * with requests that arrive together and share a wake-up; it rises with thousands in service.
 */
final class CostPlane {
  /**
   * The penalty on slopes: the variance of a load's cost, 7 %, over that of a slope, 0.3. With it,
   * one load gives a constant, and loads on a line need no special case.
   */
  private static final double RIDGE = Math.pow(0.07 / 0.3, 2);

  /** A cost at requests per second and CPU, and requests in service per CPU, all above 0. */
  record Cost(double perSecond, double inService, double micros) {
    private static Cost of(RoundStatistic statistic, List<Cost> costs) {
      return new Cost(
          statistic.of(costs.stream().mapToDouble(Cost::perSecond)),
          statistic.of(costs.stream().mapToDouble(Cost::inService)),
          statistic.of(costs.stream().mapToDouble(Cost::micros)));
    }
  }

  private final Cost mean;
  private final Cost max;
  private final double slopeX;
  private final double slopeN;

  /** Fits the plane to one cost or more. */
  CostPlane(List<Cost> costs) {
    mean = Cost.of(RoundStatistic.GEOMETRIC_MEAN, costs);
    max = Cost.of(RoundStatistic.MAX, costs);
    double xx = RIDGE;
    double nn = RIDGE;
    double xn = 0;
    double xy = 0;
    double ny = 0;
    for (Cost cost : costs) {
      double x = Math.log(cost.perSecond / mean.perSecond);
      double n = Math.log(cost.inService / mean.inService);
      double y = Math.log(cost.micros / mean.micros);
      xx += x * x;
      nn += n * n;
      xn += x * n;
      xy += x * y;
      ny += n * y;
    }
    double determinant = xx * nn - xn * xn;
    slopeX = (nn * xy - xn * ny) / determinant;
    slopeN = (xx * ny - xn * xy) / determinant;
  }

  /** Returns the cost in µs. Beyond the measured range it may rise, but does not fall. */
  double micros(double perSecond, double inService) {
    double x = Math.min(perSecond, max.perSecond);
    double n = slopeN > 0 ? inService : Math.min(inService, max.inService);
    return mean.micros
        * Math.pow(x / mean.perSecond, slopeX)
        * Math.pow(n / mean.inService, slopeN);
  }
}
