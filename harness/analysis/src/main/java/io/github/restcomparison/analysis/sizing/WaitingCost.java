package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.sizing.Line.Point;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What a service holds in memory, over how many requests wait in it.
 *
 * @param heap bytes in use; absent where the heap could not be seen
 * @param beyondHeap bytes resident beside the heap: stacks, buffers, code
 * @param socketPerRequest bytes of the kernel for a connection's buffers, at both ends
 * @param heapSize bytes that the heap may grow to; absent where nobody says it
 * @param hasThreads whether each that waited had a thread of its own, what a thread keeps included
 */
public record WaitingCost(
    Optional<Line> heap,
    Line beyondHeap,
    double socketPerRequest,
    OptionalDouble heapSize,
    boolean hasThreads) {

  /** A collector that has half of its heap free rarely collects. */
  private static final double HEAP_HEADROOM = 2;

  /** What was looked at once. */
  private record Look(long waiting, Held before, Held during, OptionalDouble heapSize) {
    static Look of(RecordedRun run) {
      WaitingMemory seen = run.record().waiting().orElseThrow();
      return new Look(
          seen.waiting(), seen.before(), seen.during(), WaitingCost.heapSize(run, "-Xms"));
    }

    boolean seesHeap() {
      return before.heapAfterGc().isPresent() && during.heapAfterGc().isPresent();
    }

    /** A heap that was touched at the start is resident as a whole, whatever is in use of it. */
    double beyondHeap(Held held) {
      return Math.max(0, held.rss() - heapSize.orElse(held.heapAfterGc().orElse(0)));
    }

    double socketPerRequest() {
      long buffers = during.socketBuffers().orElse(0) - before.socketBuffers().orElse(0);
      return (double) Math.max(0, buffers) / Math.max(1, waiting);
    }
  }

  /** Of runs of one variant; empty where in none of them all requests waited at once. */
  static Optional<WaitingCost> of(List<RecordedRun> runs) {
    List<RecordedRun> waited =
        runs.stream().filter(run -> run.record().waiting().isPresent()).toList();
    if (waited.isEmpty()) {
      return Optional.empty();
    }
    List<Look> looks = waited.stream().map(Look::of).toList();
    RecordedRun any = waited.getFirst();
    return Optional.of(
        new WaitingCost(
            looks.stream().allMatch(Look::seesHeap)
                ? Optional.of(line(looks, held -> held.heapAfterGc().getAsLong()))
                : Optional.empty(),
            line(looks, looks.getFirst()::beyondHeap),
            looks.stream().mapToDouble(Look::socketPerRequest).max().orElseThrow(),
            heapSize(any, "-Xmx"),
            any.record().settings().workers().isPresent()));
  }

  /**
   * Through what was held while requests waited. What was held before is a point of it only where
   * that is all there is: a pool that is warm has threads, and their buffers, while nothing waits.
   */
  private static Line line(List<Look> looks, ToDoubleFunction<Held> bytes) {
    List<Point> points =
        looks.stream()
            .map(look -> new Point(look.waiting(), bytes.applyAsDouble(look.during())))
            .toList();
    return points.stream().mapToDouble(Point::x).distinct().count() > 1
        ? Line.through(points)
        : Line.through(
            List.of(
                new Point(0, bytes.applyAsDouble(looks.getFirst().before())), points.getFirst()));
  }

  /** As the flags of the JVM say, which are known of the services of this project. */
  private static OptionalDouble heapSize(RecordedRun run, String flag) {
    return run.record().environment().serviceJvm().stream()
        .flatMap(List::stream)
        .filter(each -> each.matches(flag + "\\d+m"))
        .mapToDouble(each -> Double.parseDouble(each.replaceAll("\\D", "")) * (1 << 20))
        .findFirst();
  }

  /**
   * Bytes that a node needs, the free half of its heap included. Who queues for a thread holds none
   * yet.
   *
   * @param inService requests in the node at once
   */
  public double bytes(double inService, Node node) {
    double held = hasThreads ? node.held(inService) : inService;
    return HEAP_HEADROOM * heap.map(line -> line.at(held)).orElse(0.0)
        + beyondHeap.at(held)
        + socketPerRequest * inService;
  }

  /** How many may wait before the heap is full of them; empty where it is not known. */
  public OptionalDouble mostWaiting() {
    return heap.isPresent() && heapSize.isPresent()
        ? heap.get().reaches(heapSize.getAsDouble())
        : OptionalDouble.empty();
  }
}
