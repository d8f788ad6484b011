package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;

/**
 * By how much garbage collections delay a request, in expectation. Pauses of p₁, p₂, … in the time
 * T that is kept: an instant that has nothing to do with them lies in pause i with probability
 * pᵢ/T, and is then pᵢ/2 before its end, on average. It waits for Σpᵢ²/2T (the mean residual time
 * of renewal theory). A request has two such instants, its arrival and the end of its wait: Σpᵢ²/T.
 * All requests that a pause meets wait for one end; what they then wait for one another is not in
 * it.
 *
 * <p>Samples say how many collections there were in a second and how long they took together: n
 * pauses of a sum s are taken to be of s/n each, so that Σp² is s²/n, or more where they differ.
 */
record GcDelay(KeptTime kept) {

  /** The delay in µs; absent if there are no samples around the window. */
  OptionalDouble microsPerRequest(List<JvmSample> samples) {
    double squares = 0;
    double coveredMs = 0;
    for (int i = 1; i < samples.size(); i++) {
      JvmSample before = samples.get(i - 1);
      JvmSample after = samples.get(i);
      long pauses = after.heap().gcs() - before.heap().gcs();
      double ms = after.heap().gcMs() - before.heap().gcMs();
      for (Window part : kept.parts()) {
        long from = Math.max(before.atMs(), part.startMs());
        long to = Math.min(after.atMs(), part.endMs());
        if (from < to) {
          coveredMs += to - from;
          squares += ms * ms / Math.max(1, pauses) * (to - from) / (after.atMs() - before.atMs());
        }
      }
    }
    return coveredMs == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(ResourceUsage.rounded(1e3 * squares / coveredMs));
  }
}
