package io.github.restcomparison.analysis.curves;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * The Universal Scalability Law, X(N) = γ N / (1 + α (N - 1) + β N (N - 1)), fitted by least
 * squares (N. J. Gunther, <i>Guerrilla Capacity Planning</i>, 2007, chapter 4). It describes what
 * was measured and explains nothing: below the greatest load that was measured it interpolates,
 * above it it guesses.
 *
 * @param perUser γ, requests per second of one user alone
 * @param contention α, what of the work is done one after the other, as a share
 * @param coherency β, what each pair of users costs, as a share
 */
public record Scalability(double perUser, double contention, double coherency) {
  /** With fewer loads three parameters say little. */
  public static final int FEWEST_LOADS = 6;

  private static final int MOST_STEPS = 1_000;

  /**
   * One load.
   *
   * @param users N
   * @param throughput X, requests per second
   */
  public record At(double users, double throughput) {}

  /** Fits it; empty where there are too few loads, or nothing fits. */
  public static Optional<Scalability> fit(List<At> points) {
    if (points.size() < FEWEST_LOADS) {
      return Optional.empty();
    }
    At least = points.stream().min(Comparator.comparingDouble(At::users)).orElseThrow();
    double[] start = {least.throughput() / least.users(), 1e-4, 1e-7};
    double[] observed = points.stream().mapToDouble(At::throughput).toArray();
    try {
      Optimum optimum =
          new LevenbergMarquardtOptimizer()
              .optimize(
                  new LeastSquaresBuilder()
                      .start(start)
                      .target(observed)
                      .model(parameters -> model(points, parameters.toArray()))
                      .maxEvaluations(MOST_STEPS)
                      .maxIterations(MOST_STEPS)
                      .build());
      double[] found = optimum.getPoint().toArray();
      return Optional.of(new Scalability(found[0], found[1], found[2]));
    } catch (MathRuntimeException e) {
      return Optional.empty(); // it did not converge: nothing of that shape fits
    }
  }

  /** What it predicts, and how that changes with each parameter. */
  private static Pair<RealVector, RealMatrix> model(List<At> points, double[] p) {
    double[] values = new double[points.size()];
    double[][] slopes = new double[points.size()][];
    for (int i = 0; i < values.length; i++) {
      double n = points.get(i).users();
      double below = 1 + p[1] * (n - 1) + p[2] * n * (n - 1);
      values[i] = p[0] * n / below;
      slopes[i] =
          new double[] {n / below, -values[i] * (n - 1) / below, -values[i] * n * (n - 1) / below};
    }
    return new Pair<>(new ArrayRealVector(values), MatrixUtils.createRealMatrix(slopes));
  }

  /** What it predicts, requests per second. */
  public double throughput(double users) {
    return perUser * users / (1 + contention * (users - 1) + coherency * users * (users - 1));
  }

  /** The users with whom throughput is greatest; absent where it has no peak. */
  public OptionalDouble peakUsers() {
    return coherency > 0 && contention < 1
        ? OptionalDouble.of(Math.sqrt((1 - contention) / coherency))
        : OptionalDouble.empty();
  }
}
