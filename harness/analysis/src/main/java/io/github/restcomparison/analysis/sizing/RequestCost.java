package io.github.restcomparison.analysis.sizing;

import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What a request costs, over how many are answered and how many are in the service: CPU per request
 * falls as throughput rises, for code that seldom runs is slower (decision 3); it falls with those
 * that come together, which share a wake-up; and it rises again with thousands that wait, which
 * cost the caches and the collector.
 *
 * <p>A plane of the logarithm of cost over those of throughput and requests ({@link NearPlane}).
 * How near is near, the costs decide themselves: the width at which each of them is best predicted
 * from the others.
 */
public final class RequestCost {
  /** In e-fold ratios; the first is a plane through all, which few costs are content with. */
  private static final double[] WIDTHS = {20, 5, 2.5, 1.5, 1};

  private final List<Cost> costs;
  private final double mostPerSecond;
  private final double mostInService;
  private final double width;

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
    mostInService = costs.stream().mapToDouble(Cost::inService).max().orElseThrow();
    width =
        DoubleStream.of(WIDTHS)
            .boxed()
            .min(Comparator.comparingDouble(this::errorFromOthers))
            .orElseThrow();
  }

  /**
   * The sum of the errors of all logarithms, each predicted from the others, to a millionth: where
   * widths do not matter, the widest is the first of the least.
   */
  private double errorFromOthers(double ofWidth) {
    return costs.size() == 1
        ? 0
        : Math.rint(1e6 * costs.stream().mapToDouble(cost -> error(cost, ofWidth)).sum());
  }

  private double error(Cost cost, double ofWidth) {
    List<Cost> others = costs.stream().filter(other -> other != cost).toList();
    return Math.abs(
        NearPlane.at(cost.perSecond(), cost.inService(), others, ofWidth)
            - Math.log(cost.micros()));
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
    double logarithm = NearPlane.at(x, inService, costs, width);
    return Math.exp(
        inService > mostInService
            ? Math.max(logarithm, NearPlane.at(x, mostInService, costs, width))
            : logarithm);
  }

  /** The least cost that was measured, in µs. */
  public double least() {
    return costs.stream().mapToDouble(Cost::micros).min().orElseThrow();
  }
}
