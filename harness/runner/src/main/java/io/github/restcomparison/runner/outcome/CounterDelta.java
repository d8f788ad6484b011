package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** By how much a sum that is sampled now and then grew in a window, interpolated at its ends. */
record CounterDelta(Window window) {

  /** Absent where the window is not between two samples: nothing is extrapolated. */
  <T> OptionalDouble of(List<T> samples, ToLongFunction<T> time, ToLongFunction<T> sum) {
    OptionalDouble from = at(window.startMs(), samples, time, sum);
    OptionalDouble to = at(window.endMs(), samples, time, sum);
    return from.isPresent() && to.isPresent()
        ? OptionalDouble.of(to.getAsDouble() - from.getAsDouble())
        : OptionalDouble.empty();
  }

  private static <T> OptionalDouble at(
      long ms, List<T> samples, ToLongFunction<T> time, ToLongFunction<T> sum) {
    for (int i = 1; i < samples.size(); i++) {
      long before = time.applyAsLong(samples.get(i - 1));
      long after = time.applyAsLong(samples.get(i));
      if (before <= ms && ms <= after && before < after) {
        double share = (double) (ms - before) / (after - before);
        long low = sum.applyAsLong(samples.get(i - 1));
        long high = sum.applyAsLong(samples.get(i));
        return OptionalDouble.of(low + share * (high - low));
      }
    }
    return OptionalDouble.empty();
  }
}
