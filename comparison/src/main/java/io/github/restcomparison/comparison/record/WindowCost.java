package io.github.restcomparison.comparison.record;

import io.github.restcomparison.comparison.record.RunRecord.Generator;
import io.github.restcomparison.comparison.record.RunRecord.Server;
import io.github.restcomparison.comparison.record.RunSamples.JvmSample;
import io.github.restcomparison.comparison.record.RunSamples.ProcessSample;
import io.github.restcomparison.comparison.record.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * What a window cost, from samples that were taken once a second: growing sums are interpolated at
 * the window's ends, levels are the highest within it.
 *
 * @param requests that ended within the window, 1 or more
 */
public record WindowCost(Window window, long requests) {

  /** The service's share. */
  public Server server(
      List<ProcessSample> process, List<JvmSample> jvm, OptionalLong requestsSeen) {
    OptionalDouble cpuMs = growth(process, ProcessSample::atMs, ProcessSample::cpuMs);
    OptionalDouble allocated = growth(jvm, JvmSample::atMs, JvmSample::allocated);
    OptionalDouble gcMs = growth(jvm, JvmSample::atMs, JvmSample::gcMs);
    return new Server(
        each(cpuMs, ms -> rounded(1e3 * ms / requests)),
        each(cpuMs, ms -> rounded(ms / 1e3 / window.seconds())),
        OptionalDouble.empty(),
        peak(process, ProcessSample::rss),
        jvm.stream()
            .filter(sample -> inside(sample.atMs()))
            .flatMapToLong(sample -> sample.heapAfterGc().stream())
            .max(),
        toInt(peak(process, ProcessSample::threads)),
        toLong(each(allocated, bytes -> bytes / requests)),
        toLong(gcMs),
        requestsSeen);
  }

  /**
   * The generator's share.
   *
   * @param cpus that it may use
   */
  public Generator generator(List<ProcessSample> process, int cpus) {
    OptionalDouble cpuSeconds =
        each(growth(process, ProcessSample::atMs, ProcessSample::cpuMs), ms -> ms / 1e3);
    OptionalDouble cores = each(cpuSeconds, seconds -> seconds / window.seconds());
    return new Generator(
        each(cores, WindowCost::rounded),
        each(cpuSeconds, WindowCost::rounded),
        each(cores, used -> rounded(Math.max(0, 1 - used / cpus))),
        OptionalLong.empty(),
        OptionalDouble.empty());
  }

  private <T> OptionalDouble growth(
      List<T> samples, ToLongFunction<T> time, ToLongFunction<T> sum) {
    OptionalDouble from = at(window.startMs(), samples, time, sum);
    OptionalDouble to = at(window.endMs(), samples, time, sum);
    return from.isPresent() && to.isPresent()
        ? OptionalDouble.of(to.getAsDouble() - from.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Absent where the time is not between two samples: nothing is extrapolated. */
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

  private OptionalLong peak(List<ProcessSample> samples, ToLongFunction<ProcessSample> level) {
    LongStream levels = samples.stream().filter(sample -> inside(sample.atMs())).mapToLong(level);
    return levels.max();
  }

  private boolean inside(long ms) {
    return ms > window.startMs() && ms <= window.endMs();
  }

  private static OptionalDouble each(OptionalDouble value, DoubleUnaryOperator change) {
    return value.isPresent() ? OptionalDouble.of(change.applyAsDouble(value.getAsDouble())) : value;
  }

  private static OptionalLong toLong(OptionalDouble value) {
    return value.isPresent()
        ? OptionalLong.of(Math.round(value.getAsDouble()))
        : OptionalLong.empty();
  }

  private static OptionalInt toInt(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }

  private static double rounded(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
