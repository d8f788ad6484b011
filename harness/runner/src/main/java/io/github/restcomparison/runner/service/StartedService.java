package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.SampledService;
import java.net.URI;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A service, or a back end, that is ready.
 *
 * @param address scheme, host and port
 * @param sampled what of it can be sampled, its JVM included
 * @param requests returns how many requests it has counted; empty if it does not count
 */
public record StartedService(
    Launch.Instance instance,
    URI address,
    SampledService sampled,
    Supplier<OptionalDouble> requests) {

  /** A service that counts its requests only if it is one of this project. */
  public StartedService(Launch.Instance instance, URI address, SampledService sampled) {
    this(instance, address, sampled, () -> counted(instance, sampled.probe()));
  }

  /** A service of which nothing but its address is known. */
  public static StartedService at(URI address) {
    return new StartedService(() -> List.of(address), address, SampledService.UNSEEN);
  }

  private static OptionalDouble counted(Launch.Instance instance, JvmProbe probe) {
    try {
      return probe == null || probe.service() == null || instance.exitCode().isPresent()
          ? OptionalDouble.empty()
          : OptionalDouble.of(probe.service().getCounters().requestsSeen());
    } catch (RuntimeException e) {
      return OptionalDouble.empty(); // it has ended
    }
  }

  /** Returns how many requests it has counted since there were so many; empty if unknown. */
  public OptionalLong requestsSince(OptionalDouble before) {
    OptionalDouble now = requests.get();
    return now.isPresent() && before.isPresent()
        ? OptionalLong.of(Math.round(now.getAsDouble() - before.getAsDouble()))
        : OptionalLong.empty();
  }
}
