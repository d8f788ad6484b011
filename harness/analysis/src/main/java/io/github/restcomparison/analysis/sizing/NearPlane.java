package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.sizing.RequestCost.Cost;
import java.util.List;

/**
 * The logarithm of what a request costs, as a plane over those of throughput and requests in the
 * service, by least squares in which near costs weigh more (locally weighted regression: Cleveland
 * and Devlin, <i>JASA</i> 83:596, 1988), and slopes are drawn to 0 where few are near (ridge
 * regression: Hoerl and Kennard, <i>Technometrics</i> 12:55, 1970).
 */
final class NearPlane {
  /** The variance of a logarithm's noise, some 0.05, over that of a slope, some 0.3. */
  private static final double RIDGE = Math.pow(0.05 / 0.3, 2);

  /** What is far away still counts where nothing is near. */
  private static final double LEAST_WEIGHT = 1e-5;

  private double sum;
  private double x;
  private double n;
  private double y;
  private double xx;
  private double nn;
  private double xn;
  private double xy;
  private double ny;

  private NearPlane() {}

  /**
   * Its height at a load.
   *
   * @param perSecond requests answered per second and CPU, above 0
   * @param inService requests in the service per CPU, above 0
   * @param costs one or more
   * @param width the distance, in e-fold ratios, at which a cost weighs 0.6 of one that is there
   */
  static double at(double perSecond, double inService, List<Cost> costs, double width) {
    NearPlane plane = new NearPlane();
    for (Cost cost : costs) {
      double dx = Math.log(cost.perSecond() / perSecond);
      double dn = Math.log(cost.inService() / inService);
      double near = Math.exp(-(dx * dx + dn * dn) / (2 * width * width));
      plane.add(LEAST_WEIGHT + near, dx, dn, Math.log(cost.micros()));
    }
    return plane.height();
  }

  private void add(double weight, double dx, double dn, double logarithm) {
    sum += weight;
    x += weight * dx;
    n += weight * dn;
    y += weight * logarithm;
    xx += weight * dx * dx;
    nn += weight * dn * dn;
    xn += weight * dx * dn;
    xy += weight * dx * logarithm;
    ny += weight * dn * logarithm;
  }

  /** Where both distances are 0: the mean height, less what the slopes rise to the mean place. */
  private double height() {
    double varianceX = xx - x * x / sum + RIDGE;
    double varianceN = nn - n * n / sum + RIDGE;
    double covariance = xn - x * n / sum;
    double withX = xy - x * y / sum;
    double withN = ny - n * y / sum;
    double determinant = varianceX * varianceN - covariance * covariance;
    double slopeX = (withX * varianceN - withN * covariance) / determinant;
    double slopeN = (withN * varianceX - withX * covariance) / determinant;
    return (y - slopeX * x - slopeN * n) / sum;
  }
}
