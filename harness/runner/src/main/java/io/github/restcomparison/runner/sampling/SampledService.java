package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * What of a service can be sampled; what cannot is null.
 *
 * @param processes returns those that run now, on this host
 * @param probe of its JVM
 * @param whole reads CPU time and memory of a service in a container, or on another host, however
 *     many processes it has; empty if it has ended, or does not say
 * @param requests returns how many requests it has counted; NaN if it does not count
 */
public record SampledService(
    Supplier<List<ProcessHandle>> processes,
    JvmProbe probe,
    Supplier<Optional<CgroupSample>> whole,
    DoubleSupplier requests) {
  /** Nothing can be seen. */
  public static final SampledService UNSEEN = of(null, null);

  /** A service whose JVM is not seen yet. */
  public static SampledService of(
      Supplier<List<ProcessHandle>> processes, Supplier<Optional<CgroupSample>> whole) {
    return new SampledService(processes, null, whole, () -> Double.NaN);
  }
}
