package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.SampledService;
import java.net.URI;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A service, or a back end, that is ready. */
public final class StartedService {
  private final Launch.Instance instance;
  private final URI address;
  private final SampledService sampled;
  private final Supplier<OptionalDouble> counter;
  private OptionalDouble before = OptionalDouble.empty();

  private StartedService(
      Launch.Instance instance,
      URI address,
      SampledService sampled,
      Supplier<OptionalDouble> counter) {
    this.instance = instance;
    this.address = address;
    this.sampled = sampled;
    this.counter = counter;
  }

  /** A service that counts its requests only if it is one of this project. */
  public StartedService(Launch.Instance instance, URI address, SampledService sampled) {
    this(instance, address, sampled, () -> counted(instance, sampled.probe()));
  }

  /** A service of which nothing but its address is known. */
  public static StartedService at(URI address) {
    return new StartedService(() -> List.of(address), address, SampledService.UNSEEN);
  }

  /** The same with what it shows itself: its requests, and its CPU time if that is not null. */
  public StartedService showing(
      Supplier<OptionalDouble> requests, Supplier<OptionalDouble> cpuSeconds) {
    SampledService seen = cpuSeconds == null ? sampled : sampled.withCpu(cpuSeconds);
    return new StartedService(instance, address, seen, requests);
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

  /** Its command or container. */
  public Launch.Instance instance() {
    return instance;
  }

  /** Scheme, host and port. */
  public URI address() {
    return address;
  }

  /** What of it can be sampled, its JVM included. */
  public SampledService sampled() {
    return sampled;
  }

  /** The load begins now. */
  public void loadBegins() {
    before = counter.get();
  }

  /** Returns how many requests it has counted since the load began; empty if it does not count. */
  public OptionalLong requestsSeen() {
    OptionalDouble now = counter.get();
    return now.isPresent() && before.isPresent()
        ? OptionalLong.of(Math.round(now.getAsDouble() - before.getAsDouble()))
        : OptionalLong.empty();
  }
}
