package io.github.restcomparison.analysis.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measure over the valid rounds: the median, and the 95 % interval of the median.
 *
 * @param low absent with fewer than 6 rounds, as {@code high} is
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Figure(double median, OptionalDouble low, OptionalDouble high) {

  /** From a value per round; none where there are none. */
  public static Optional<Figure> of(double... values) {
    if (values.length == 0) {
      return Optional.empty();
    }
    Estimate estimate = Estimate.of(values);
    return Optional.of(
        new Figure(
            Numbers.roundSignificant(estimate.median()),
            end(estimate.interval().map(Interval::low)),
            end(estimate.interval().map(Interval::high))));
  }

  /** The same above a constant, such as a latency above the delay. */
  public Figure less(double constant) {
    return new Figure(
        Numbers.roundSignificant(median - constant), less(low, constant), less(high, constant));
  }

  private static OptionalDouble less(OptionalDouble end, double constant) {
    return end.isPresent()
        ? OptionalDouble.of(Numbers.roundSignificant(end.getAsDouble() - constant))
        : OptionalDouble.empty();
  }

  /** The median of whole numbers, such as times that were published for a few runs. */
  public static Figure ofWhole(List<Integer> values) {
    return of(values.stream().mapToDouble(Integer::doubleValue).toArray()).orElseThrow();
  }

  private static OptionalDouble end(Optional<Double> value) {
    return value
        .map(end -> OptionalDouble.of(Numbers.roundSignificant(end)))
        .orElse(OptionalDouble.empty());
  }
}
