package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * What a window cost, from samples that were taken once a second: growing sums are interpolated at
 * the window's ends, levels are the highest within it.
 *
 * @param requests that ended within the window, 1 or more
 */
public record ResourceUsage(Window window, long requests) {

  /** The service's share. */
  public Server server(
      List<ProcessSample> process,
      List<CgroupSample> cgroup,
      List<JvmSample> jvm,
      OptionalLong requestsSeen) {
    CounterDelta delta = new CounterDelta(window);
    boolean contained = !cgroup.isEmpty();
    OptionalDouble processMs = delta.of(process, ProcessSample::atMs, ProcessSample::cpuMs);
    OptionalDouble cpuMs =
        contained
            ? each(
                delta.of(cgroup, CgroupSample::atMs, CgroupSample::cpuMicros),
                micros -> micros / 1e3)
            : processMs;
    OptionalDouble allocated = delta.of(jvm, JvmSample::atMs, JvmSample::allocated);
    OptionalDouble queuedMs =
        delta.of(
            process.stream().filter(sample -> sample.runQueueMs().isPresent()).toList(),
            ProcessSample::atMs,
            sample -> sample.runQueueMs().getAsLong());
    OptionalDouble gcMs = delta.of(jvm, JvmSample::atMs, JvmSample::gcMs);
    return new Server(
        each(cpuMs, ms -> rounded(1e3 * ms / requests)),
        contained ? each(processMs, ms -> rounded(1e3 * ms / requests)) : OptionalDouble.empty(),
        each(cpuMs, ms -> rounded(ms / 1e3 / window.seconds())),
        each(queuedMs, ms -> rounded(1e3 * ms / requests)),
        contained
            ? peak(cgroup, CgroupSample::atMs, CgroupSample::memory)
            : peak(process, ProcessSample::atMs, ProcessSample::rss),
        jvm.stream()
            .filter(sample -> inside(sample.atMs()))
            .flatMapToLong(sample -> sample.heapAfterGc().stream())
            .max(),
        toInt(peak(process, ProcessSample::atMs, ProcessSample::threads)),
        toLong(each(allocated, bytes -> bytes / requests)),
        toLong(gcMs),
        requestsSeen,
        jvm.stream()
            .filter(sample -> inside(sample.atMs()))
            .flatMapToLong(sample -> sample.inFlight().stream())
            .max());
  }

  /**
   * The generator's share.
   *
   * @param cpus that it may use
   * @param longestPauseMs in the window
   * @param capacity requests per second that it can generate, where that was measured
   */
  public Generator generator(
      List<ProcessSample> process, int cpus, OptionalLong longestPauseMs, OptionalDouble capacity) {
    OptionalDouble cpuSeconds =
        each(
            new CounterDelta(window).of(process, ProcessSample::atMs, ProcessSample::cpuMs),
            ms -> ms / 1e3);
    OptionalDouble cores = each(cpuSeconds, seconds -> seconds / window.seconds());
    return new Generator(
        each(cores, ResourceUsage::rounded),
        each(cpuSeconds, ResourceUsage::rounded),
        each(cores, used -> rounded(Math.max(0, 1 - used / cpus))),
        longestPauseMs,
        capacity);
  }

  private <T> OptionalLong peak(List<T> samples, ToLongFunction<T> atMs, ToLongFunction<T> level) {
    return samples.stream()
        .filter(sample -> inside(atMs.applyAsLong(sample)))
        .mapToLong(level)
        .max();
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
