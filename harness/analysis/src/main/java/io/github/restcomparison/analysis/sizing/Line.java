package io.github.restcomparison.analysis.sizing;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A straight line that does not fall.
 *
 * @param at0 its height at 0
 * @param slope 0 or more
 */
public record Line(double at0, double slope) {

  /** A point that it is drawn through, or beside. */
  record Point(double x, double y) {}

  /** By least squares through one point or more; level where they fall, or are all at one place. */
  static Line through(List<Point> points) {
    double x = mean(points, Point::x);
    double y = mean(points, Point::y);
    double variance = mean(points, point -> Math.pow(point.x() - x, 2));
    double covariance = mean(points, point -> (point.x() - x) * (point.y() - y));
    double slope = variance == 0 ? 0 : Math.max(0, covariance / variance);
    return new Line(y - slope * x, slope);
  }

  private static double mean(List<Point> points, ToDoubleFunction<Point> coordinate) {
    return points.stream().mapToDouble(coordinate).average().orElseThrow();
  }

  /** Its height. */
  public double at(double x) {
    return at0 + slope * x;
  }

  /** Where it has a height; empty where it nowhere has. */
  OptionalDouble reaches(double y) {
    return slope == 0 ? OptionalDouble.empty() : OptionalDouble.of((y - at0) / slope);
  }
}
