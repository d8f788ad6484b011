package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.sizing.RequestCost.Cost;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;

/**
 * The logarithm of what a request costs, over those of throughput and requests in the service: a
 * plane, and on it hills, which near costs share. Gaussian process regression (Rasmussen and
 * Williams, <i>Gaussian Processes for Machine Learning</i>, 2006, eq. 2.25), also known as kriging.
 *
 * <p>How high hills may be and how far they reach, the costs decide themselves: as each of them is
 * best predicted from all others.
 */
final class CostSurface {
  /** Variance of a logarithm: means of three rounds differ by some 7 %. */
  private static final double NOISE = 0.07 * 0.07;

  /** Variance of the plane's slopes, in e-fold ratios; nothing is known of its level. */
  private static final double SLOPE = 0.3 * 0.3;

  private static final double LEVEL = 25;

  /**
   * Hills.
   *
   * @param height the standard deviation of a logarithm
   * @param reach in e-fold ratios of throughput, or of requests
   */
  private record Hills(double height, double reach) {}

  private static final List<Hills> HILLS =
      Stream.of(0.1, 0.3)
          .flatMap(height -> Stream.of(1, 2, 4).map(reach -> new Hills(height, reach)))
          .toList();

  /** A place, in logarithms. */
  private record Place(double x, double n) {
    static Place of(double perSecond, double inService) {
      return new Place(Math.log(perSecond), Math.log(inService));
    }

    Place from(Place centre) {
      return new Place(x - centre.x, n - centre.n);
    }
  }

  private final Hills hills;
  private final Place centre;
  private final List<Place> places;
  private final double mean;
  private final double[] weights;

  /** The sum of the errors of all logarithms, each predicted from the others (eq. 5.12). */
  private final double errorFromOthers;

  private CostSurface(List<Cost> costs, Hills hills) {
    this.hills = hills;
    List<Place> all =
        costs.stream().map(cost -> Place.of(cost.perSecond(), cost.inService())).toList();
    centre =
        new Place(
            all.stream().mapToDouble(Place::x).average().orElseThrow(),
            all.stream().mapToDouble(Place::n).average().orElseThrow());
    places = all.stream().map(place -> place.from(centre)).toList();
    double[] logarithms = costs.stream().mapToDouble(cost -> Math.log(cost.micros())).toArray();
    mean = Arrays.stream(logarithms).average().orElseThrow();
    int size = places.size();
    RealMatrix covariances = MatrixUtils.createRealMatrix(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        covariances.setEntry(i, j, covariance(places.get(i), places.get(j)) + (i == j ? NOISE : 0));
      }
    }
    RealMatrix inverse = new CholeskyDecomposition(covariances).getSolver().getInverse();
    weights = inverse.operate(MatrixUtils.createRealVector(logarithms).mapSubtract(mean)).toArray();
    double errors = 0;
    for (int i = 0; i < size; i++) {
      errors += Math.abs(weights[i] / inverse.getEntry(i, i));
    }
    errorFromOthers = errors;
  }

  /** Of one cost or more. */
  static CostSurface of(List<Cost> costs) {
    return HILLS.stream()
        .map(hills -> new CostSurface(costs, hills))
        .min(Comparator.comparingDouble(surface -> surface.errorFromOthers))
        .orElseThrow();
  }

  private double covariance(Place a, Place b) {
    double distance = Math.pow(a.x - b.x, 2) + Math.pow(a.n - b.n, 2);
    return LEVEL
        + SLOPE * (a.x * b.x + a.n * b.n)
        + Math.pow(hills.height, 2) * Math.exp(-distance / (2 * Math.pow(hills.reach, 2)));
  }

  /**
   * What a request costs at a place, in µs.
   *
   * @param perSecond requests answered per second and CPU, above 0
   * @param inService requests in the service per CPU, above 0
   */
  double at(double perSecond, double inService) {
    Place place = Place.of(perSecond, inService).from(centre);
    double logarithm = mean;
    for (int i = 0; i < weights.length; i++) {
      logarithm += weights[i] * covariance(place, places.get(i));
    }
    return Math.exp(logarithm);
  }
}
