package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.sizing.HeldHeap;
import io.github.restcomparison.analysis.sizing.MemoryEnd;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.OptionalInt;

/** What requests that wait hold, predicted and seen, for people. */
final class MemoryTables {

  private MemoryTables() {}

  static Section heaps(List<HeldHeap> heaps) {
    return Section.table(
        "heaps",
        "How well memory holds",
        "The heap in use while so many requests waited at once, predicted from the other looks at the variant.",
        heaps,
        List.of(
            new Column<>(
                "variant, waiting",
                heap -> "%s, %s".formatted(heap.variant(), Numbers.of(heap.waiting()))),
            new Column<>("heap, MiB", heap -> Numbers.mebibytes(heap.measuredBytes())),
            new Column<>(
                "predicted",
                heap ->
                    "%s (%s)"
                        .formatted(
                            Numbers.mebibytes(heap.predictedBytes()),
                            ValidationTable.signed(heap.error())))));
  }

  /** Where the memory of each variant ends. */
  static Section ends(List<MemoryEnd> ends) {
    return Section.table(
        "memory",
        "When the heap is full",
        "With how many requests that wait at once, by a line through all looks at the variant; and what was seen: near that number a service collects garbage all the time, and requests no longer wait at once. Where waiting blocks a thread each has its own, and the room that a thread's buffers take is part of it.",
        ends,
        List.of(
            new Column<>("variant", MemoryEnd::variant),
            new Column<>("heap, MiB", end -> Numbers.mebibytes(end.heapBytes())),
            new Column<>("full with", end -> Numbers.of(Math.rint(end.mostWaiting()))),
            new Column<>(
                "most that waited at once and were answered", end -> count(end.answered())),
            new Column<>("fewest that did not", end -> count(end.notAnswered()))));
  }

  private static String count(OptionalInt requests) {
    return requests.isPresent() ? Numbers.of(requests.getAsInt()) : Numbers.ABSENT;
  }
}
