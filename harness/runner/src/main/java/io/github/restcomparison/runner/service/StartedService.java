package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleSupplier;

/**
 * A service, or a back end, that is ready.
 *
 * @param command that it was started by; null if somebody else has started it
 * @param address scheme, host and port
 * @param sampled what of it can be sampled, its JVM included
 * @param requests returns how many requests it has counted; NaN if it does not count
 */
public record StartedService(
    CommandInstance command, URI address, SampledService sampled, DoubleSupplier requests) {

  /** No service. */
  public static final StartedService NONE = at(null);

  /** A service that counts its requests only if it is one of this project. */
  public StartedService(CommandInstance command, URI address, SampledService sampled) {
    this(command, address, sampled, () -> counted(command, sampled));
  }

  /** A service of which nothing but its address is known. */
  public static StartedService at(URI address) {
    return new StartedService(null, address, SampledService.UNSEEN);
  }

  /** Null if it is not one of this project, or its JVM cannot be attached to. */
  public ServiceMXBean ours() {
    return ours(sampled);
  }

  private static ServiceMXBean ours(SampledService sampled) {
    return sampled.probe() == null ? null : sampled.probe().service();
  }

  private static double counted(CommandInstance command, SampledService sampled) {
    try {
      return ours(sampled) == null || command.exitCode().isPresent()
          ? Double.NaN
          : ours(sampled).getCounters().requestsSeen();
    } catch (RuntimeException e) {
      return Double.NaN; // it has ended
    }
  }

  /** Returns what counts its requests from now on; NaN if that is not known. */
  public DoubleSupplier counter() {
    double before = requests.getAsDouble();
    return () -> Math.rint(requests.getAsDouble() - before);
  }

  /** Why it has ended, in one line; empty while it runs, and if somebody else has started it. */
  public Optional<String> ended() {
    return Optional.ofNullable(command).map(CommandInstance::ended);
  }

  /** The exit code of its command; empty while any of its processes runs. */
  public OptionalInt exitCode() {
    return command == null ? OptionalInt.empty() : command.exitCode();
  }

  /**
   * Its container for the record; empty if it is none.
   *
   * @throws IOException if it has ended
   */
  public Optional<Container> container() throws IOException, InterruptedException {
    return command == null || command.container() == null
        ? Optional.empty()
        : Optional.of(Docker.recorded(command.container()));
  }
}
