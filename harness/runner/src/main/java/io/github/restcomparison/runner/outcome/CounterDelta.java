package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * By how much a cumulative counter grew in the time that is kept of a window. Its value at each end
 * of each part is interpolated linearly between the two nearest samples.
 */
record CounterDelta(KeptTime kept) {

  /** The growth of a counter; absent if the samples do not enclose all parts. */
  <T> OptionalDouble of(List<T> samples, ToLongFunction<T> time, ToDoubleFunction<T> counter) {
    double sum = 0;
    for (Window part : kept.parts()) {
      OptionalDouble from = at(part.startMs(), samples, time, counter);
      OptionalDouble to = at(part.endMs(), samples, time, counter);
      if (from.isEmpty() || to.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += to.getAsDouble() - from.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  /** The growth of a counter that not every platform has; samples without it are skipped. */
  <T> OptionalDouble ofOptional(
      List<T> samples, ToLongFunction<T> time, Function<T, OptionalLong> counter) {
    return of(
        samples.stream().filter(sample -> counter.apply(sample).isPresent()).toList(),
        time,
        sample -> counter.apply(sample).getAsLong());
  }

  private static <T> OptionalDouble at(
      long ms, List<T> samples, ToLongFunction<T> time, ToDoubleFunction<T> counter) {
    for (int i = 1; i < samples.size(); i++) {
      long before = time.applyAsLong(samples.get(i - 1));
      long after = time.applyAsLong(samples.get(i));
      if (before <= ms && ms <= after && before < after) {
        double share = (double) (ms - before) / (after - before);
        double low = counter.applyAsDouble(samples.get(i - 1));
        double high = counter.applyAsDouble(samples.get(i));
        return OptionalDouble.of(low + share * (high - low));
      }
    }
    return OptionalDouble.empty();
  }
}
