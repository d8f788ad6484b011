package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.runner.host.Processes;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * What of a service can be sampled; what cannot is null.
 *
 * @param processes of this host
 * @param probe of its JVM
 * @param cgroup of its container
 * @param remoteCpu of a service on another host: its CPU time in s since it started; empty if it
 *     does not say
 */
public record SampledService(
    Processes processes, JvmProbe probe, Cgroup cgroup, Supplier<OptionalDouble> remoteCpu) {
  /** Nothing can be seen. */
  public static final SampledService UNSEEN = new SampledService(null, null, null, null);

  /** Processes of this host without a container. */
  public SampledService(Processes processes, JvmProbe probe) {
    this(processes, probe, null, null);
  }

  /** The same with a probe of its JVM, if that lets us attach. */
  public SampledService probed() {
    return processes == null
        ? this
        : new SampledService(processes, JvmProbe.of(processes), cgroup, remoteCpu);
  }
}
