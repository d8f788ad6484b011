package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.WaitingMemory;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a service holds in memory, and what each request that waits in it adds.
 *
 * @param heapBytes in use while nobody asks
 * @param heapPerRequest bytes; absent where the heap could not be seen
 * @param nativeBytes resident beyond the heap, while nobody asks
 * @param nativePerRequest bytes resident beyond the heap: stacks, buffers
 * @param socketPerRequest bytes of the kernel for a connection's buffers, at both ends
 * @param mostWaiting that it was looked at with
 */
public record WaitingCost(
    double heapBytes,
    OptionalDouble heapPerRequest,
    double nativeBytes,
    double nativePerRequest,
    double socketPerRequest,
    long mostWaiting) {

  /** A collector that has half of its heap free rarely collects. */
  public static final double HEAP_HEADROOM = 2;

  /** Of the run with the most that waited: what all hold together weighs least in it. */
  public static WaitingCost of(List<RecordedRun> runs) {
    RecordedRun most =
        runs.stream()
            .max(
                Comparator.comparingLong(
                    (RecordedRun run) -> run.record().waiting().orElseThrow().waiting()))
            .orElseThrow();
    WaitingMemory seen = most.record().waiting().orElseThrow();
    double heapSize = heapSize(most);
    return new WaitingCost(
        seen.before().heapAfterGc().orElse(0),
        seen.heapPerRequest(),
        Math.max(0, seen.before().rss() - heapSize),
        Math.max(0, seen.rssPerRequest()),
        Math.max(
            0,
            (double)
                    (seen.during().socketBuffers().orElse(0)
                        - seen.before().socketBuffers().orElse(0))
                / Math.max(1, seen.waiting())),
        seen.waiting());
  }

  /** Bytes that a service of this project touches at its start, as its JVM's flags say; else 0. */
  private static double heapSize(RecordedRun run) {
    return run.record().environment().serviceJvm().stream()
        .flatMap(List::stream)
        .filter(flag -> flag.matches("-Xms\\d+m"))
        .mapToDouble(flag -> Double.parseDouble(flag.replaceAll("\\D", "")) * (1 << 20))
        .findFirst()
        .orElse(0);
  }

  /** Bytes that a node needs for so many requests at once, the free half of its heap included. */
  public double bytes(double waiting) {
    return HEAP_HEADROOM * (heapBytes + heapPerRequest.orElse(0) * waiting)
        + nativeBytes
        + (nativePerRequest + socketPerRequest) * waiting;
  }
}
