package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.host.Processes;
import java.io.IOException;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * What of a service can be sampled; what cannot is null.
 *
 * @param processes of this host
 * @param probe of its JVM
 * @param whole of a service in a container, or on another host
 */
public record SampledService(Processes processes, JvmProbe probe, Whole whole) {
  /** Nothing can be seen. */
  public static final SampledService UNSEEN = new SampledService(null, null, null);

  /** CPU time and memory of a whole service, however many processes it has. */
  public interface Whole {
    /**
     * Reads the current values; empty if the service does not say.
     *
     * @param nowMs the time in ms since 1970
     * @throws IOException if it has ended
     */
    Optional<CgroupSample> sample(LongSupplier nowMs) throws IOException;
  }

  /** The same with a probe of its JVM, if that lets us attach. */
  public SampledService probed() {
    return processes == null ? this : new SampledService(processes, JvmProbe.of(processes), whole);
  }

  /** The same with the CPU time in s that a service on another host shows. */
  public SampledService withCpu(DoubleSupplier seconds) {
    Whole shown =
        nowMs ->
            Optional.of(seconds.getAsDouble())
                .filter(read -> !read.isNaN())
                .map(read -> Math.round(1e6 * read))
                .map(cpu -> new CgroupSample(nowMs.getAsLong(), cpu, Double.NaN));
    return new SampledService(processes, probe, shown);
  }
}
