package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of a service while requests wait in it, from all runs that measured it.
 *
 * @param heap bytes in use; NaN if the heap was not visible
 * @param beyondHeap bytes resident beside the heap: stacks, buffers, code
 * @param socketPerRequest bytes of the kernel for a connection's buffers, at both ends
 * @param maxHeap bytes that the heap may grow to; NaN if unknown
 * @param hasThreads whether each request that waits holds a thread
 */
record Memory(
    Line heap, Line beyondHeap, double socketPerRequest, double maxHeap, boolean hasThreads) {
  /** A collector rarely runs if half of its heap is free. */
  private static final double HEAP_HEADROOM = 2;

  /** A straight line that does not fall. */
  record Line(double at0, double slope) {
    /** Fits a line by least squares through one point (x, y) or more; level if it would fall. */
    static Line through(List<double[]> points) {
      double x = points.stream().mapToDouble(point -> point[0]).average().orElseThrow();
      double y = points.stream().mapToDouble(point -> point[1]).average().orElseThrow();
      double xx = points.stream().mapToDouble(point -> Math.pow(point[0] - x, 2)).sum();
      double xy = points.stream().mapToDouble(point -> (point[0] - x) * (point[1] - y)).sum();
      double slope = xx == 0 ? 0 : Math.max(0, xy / xx);
      return new Line(y - slope * x, slope);
    }

    double at(double x) {
      return at0 + slope * x;
    }
  }

  /** Returns the memory by the runs of a variant; empty if requests waited at once in none. */
  static Optional<Memory> of(List<RecordedRun> runs) {
    List<WaitingMemory> waited =
        runs.stream().flatMap(run -> run.record().figures().waiting().stream()).toList();
    if (waited.isEmpty()) {
      return Optional.empty();
    }
    // A heap that was touched at the start is resident as a whole.
    double touched = heapFlag(runs, "-Xms");
    ToDoubleFunction<Held> inRss =
        held -> orZero(Double.isNaN(touched) ? held.heapAfterGc() : touched);
    return Optional.of(
        new Memory(
            line(waited, Held::heapAfterGc),
            line(waited, held -> Math.max(0, held.rss() - inRss.applyAsDouble(held))),
            waited.stream().mapToDouble(Memory::socketBytes).max().orElseThrow(),
            heapFlag(runs, "-Xmx"),
            runs.getFirst().record().settings().workers().isPresent()));
  }

  private static double orZero(double bytes) {
    return Double.isNaN(bytes) ? 0 : bytes;
  }

  private static double socketBytes(WaitingMemory seen) {
    double bytes = orZero(seen.during().socketBuffers() - seen.before().socketBuffers());
    return Math.max(0, bytes) / Math.max(1, seen.waiting());
  }

  /** Uses what was held before only without another point: a warm pool has kept its buffers. */
  private static Line line(List<WaitingMemory> waited, ToDoubleFunction<Held> bytes) {
    List<double[]> points = new ArrayList<>();
    for (WaitingMemory seen : waited) {
      points.add(new double[] {seen.waiting(), bytes.applyAsDouble(seen.during())});
    }
    if (points.stream().mapToDouble(point -> point[0]).distinct().count() == 1) {
      double before = bytes.applyAsDouble(waited.getFirst().before());
      points = List.of(new double[] {0, before}, points.getFirst());
    }
    return Line.through(points);
  }

  /** Returns a size in bytes from the flags of the JVM; NaN if they are unknown. */
  private static double heapFlag(List<RecordedRun> runs, String flag) {
    Pattern size = Pattern.compile(flag + "(\\d+)([mMgG])");
    return runs.stream()
        .flatMap(run -> run.record().setup().environment().serviceJvm().stream())
        .flatMap(List::stream)
        .map(size::matcher)
        .filter(Matcher::matches)
        .mapToDouble(
            each -> Long.parseLong(each.group(1)) << (each.group(2).matches("[gG]") ? 30 : 20))
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Returns the bytes of a node. Requests that queue for a thread hold no heap yet.
   *
   * @param workers threads that may block at once
   */
  double bytes(double inService, double workers) {
    double held = hasThreads ? Math.min(inService, workers) : inService;
    double heapBytes = Double.isNaN(heap.at0()) ? 0 : heap.at(held);
    return HEAP_HEADROOM * heapBytes + beyondHeap.at(held) + socketPerRequest * inService;
  }

  /** Returns the requests whose heap is full; NaN or infinity if that is not known. */
  double maxWaiting() {
    return (maxHeap - heap.at0()) / heap.slope();
  }
}
