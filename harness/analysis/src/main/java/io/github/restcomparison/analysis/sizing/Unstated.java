package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.sizing.MeasuredLoad.Taken;
import java.util.List;
import java.util.OptionalInt;

/**
 * What nobody says of a service of the user's, as its loads show it.
 *
 * @param waitMs the p50 under the fewest users: what a request takes while none queues
 * @param workers by Little's law, the most requests that waited at once where latency had grown and
 *     the CPUs had not; absent where that was nowhere so
 */
public record Unstated(double waitMs, OptionalInt workers) {
  private static final double GROWN = 1.5;
  private static final double SPARE = 0.7;

  public static Unstated of(List<MeasuredLoad> loads) {
    double waitMs = loads.stream().mapToDouble(MeasuredLoad::p50Ms).min().orElseThrow();
    return new Unstated(
        waitMs,
        loads.stream()
            .filter(MeasuredLoad::isOfUser)
            .filter(load -> load.utilisation() < SPARE)
            .filter(load -> load.meanMs(Taken.MEAN) > GROWN * load.waitMs().orElse(waitMs))
            .mapToInt(
                load -> (int) Math.rint(load.throughput() * load.waitMs().orElse(waitMs) / 1e3))
            .filter(workers -> workers > 0)
            .max());
  }

  /** The wait of a load, as it is stated or seen. */
  public double waitMs(MeasuredLoad load) {
    return load.waitMs().orElse(waitMs);
  }

  /** Threads that may block at once, as they are stated or seen. */
  public OptionalInt workers(MeasuredLoad load) {
    return load.workers().isPresent() ? load.workers() : workers;
  }
}
