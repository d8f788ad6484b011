package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.plan.PlanAnswer.Absent;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a service holds in memory while requests wait in it, by all looks at it.
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

  /**
   * When the heap of a variant is full, and what was seen near that.
   *
   * @param maxWaiting requests that the heap has room for, by the line through all looks
   * @param answered the most requests that waited at once and were all answered; NaN if none did
   * @param notAnswered the fewest, above those, of which that cannot be said
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record End(
      String variant, double heapBytes, double maxWaiting, double answered, double notAnswered) {}

  private static List<RecordedRun> waited(List<RecordedRun> looks) {
    return looks.stream().filter(run -> run.record().figures().waiting().isPresent()).toList();
  }

  /** Returns what all looks at a variant show; null if requests never waited in it at once. */
  static Memory of(List<RecordedRun> looks) {
    List<RecordedRun> waited = waited(looks);
    if (waited.isEmpty()) {
      return null;
    }
    RecordedRun any = waited.getFirst();
    double touched = heapFlag(any, "-Xms");
    double socket = 0;
    for (RecordedRun run : waited) {
      WaitingMemory seen = run.record().figures().waiting().orElseThrow();
      long before = seen.before().socketBuffers().orElse(0);
      double more = Math.max(0, seen.during().socketBuffers().orElse(0) - before);
      socket = Math.max(socket, more / Math.max(1, seen.waiting()));
    }
    return new Memory(
        line(waited, Memory::heapInUse),
        line(waited, held -> beyondHeap(held, touched)),
        socket,
        heapFlag(any, "-Xmx"),
        any.record().settings().workers().isPresent());
  }

  private static double heapInUse(Held held) {
    return held.heapAfterGc().isPresent() ? held.heapAfterGc().getAsLong() : Double.NaN;
  }

  /** A heap that was touched at the start is resident as a whole, whatever is in use of it. */
  private static double beyondHeap(Held held, double touched) {
    double heap = Double.isNaN(touched) ? held.heapAfterGc().orElse(0) : touched;
    return Math.max(0, held.rss() - heap);
  }

  /** What was held before is a point only if there is no other: a warm pool holds its buffers. */
  private static Line line(List<RecordedRun> waited, ToDoubleFunction<Held> bytes) {
    List<double[]> points = new ArrayList<>();
    for (RecordedRun run : waited) {
      WaitingMemory seen = run.record().figures().waiting().orElseThrow();
      points.add(new double[] {seen.waiting(), bytes.applyAsDouble(seen.during())});
    }
    if (points.stream().mapToDouble(point -> point[0]).distinct().count() == 1) {
      Held before = waited.getFirst().record().figures().waiting().orElseThrow().before();
      points = List.of(new double[] {0, bytes.applyAsDouble(before)}, points.getFirst());
    }
    return Line.through(points);
  }

  /** Returns a size by the flags of the JVM, which are known of this project's services. */
  private static double heapFlag(RecordedRun run, String flag) {
    return run.record().setup().environment().serviceJvm().stream()
        .flatMap(List::stream)
        .filter(each -> each.matches(flag + "\\d+m"))
        .mapToDouble(each -> Double.parseDouble(each.replaceAll("\\D", "")) * (1 << 20))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Returns the bytes of a node. Requests that queue for a thread hold no heap yet. */
  double bytes(double inService, Node node) {
    double held = hasThreads ? Math.min(inService, node.workers()) : inService;
    double heapBytes = Double.isNaN(heap.at0()) ? 0 : heap.at(held);
    return HEAP_HEADROOM * heapBytes + beyondHeap.at(held) + socketPerRequest * inService;
  }

  /** Returns the requests whose heap is full; NaN or infinity if that is not known. */
  double maxWaiting() {
    return heap.slope() == 0 ? Double.NaN : (maxHeap - heap.at0()) / heap.slope();
  }

  /** Returns when the heap of each variant is full. */
  static List<End> ends(Map<String, List<RecordedRun>> looks) {
    List<End> ends = new ArrayList<>();
    looks.forEach(
        (variant, runs) -> {
          Memory memory = of(runs);
          if (memory != null && !Double.isNaN(memory.maxWaiting())) {
            ends.add(memory.end(variant, runs));
          }
        });
    return ends;
  }

  private End end(String variant, List<RecordedRun> runs) {
    double answered = Double.NaN;
    double notAnswered = Double.NaN;
    for (RecordedRun run : runs) {
      if (run.allWaitedAndWereAnswered()) {
        answered = Math.max(run.record().settings().users(), answered > 0 ? answered : 0);
      }
    }
    for (RecordedRun run : runs) {
      int users = run.record().settings().users();
      boolean isTooMany = !(users <= answered) && run.record().status() != Status.ABORTED;
      if (isTooMany && !run.allWaitedAndWereAnswered() && !(users > notAnswered)) {
        notAnswered = users;
      }
    }
    return new End(variant, maxHeap, maxWaiting(), answered, notAnswered);
  }

  /** Returns the errors of the heap of each look, predicted from looks with other requests. */
  static List<Double> errors(List<RecordedRun> looks) {
    List<Double> errors = new ArrayList<>();
    for (RecordedRun run : waited(looks)) {
      WaitingMemory seen = run.record().figures().waiting().orElseThrow();
      List<RecordedRun> others = new ArrayList<>(waited(looks));
      others.removeIf(
          other -> other.record().figures().waiting().get().waiting() == seen.waiting());
      double measured = heapInUse(seen.during());
      double predicted = others.isEmpty() ? Double.NaN : of(others).heap.at(seen.waiting());
      if (!Double.isNaN(predicted / measured)) {
        errors.add(predicted / measured - 1);
      }
    }
    return errors;
  }
}
