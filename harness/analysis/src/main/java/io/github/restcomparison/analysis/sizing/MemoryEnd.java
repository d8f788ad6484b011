package io.github.restcomparison.analysis.sizing;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * With how many requests that wait the heap of a variant is full, and what happened with so many.
 *
 * @param heapBytes that it may grow to
 * @param mostWaiting that it has room for, by the line through all looks
 * @param answered the most that waited at once and were all answered; absent where none were
 * @param notAnswered the fewest of whom that cannot be said, more than those; absent where all were
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MemoryEnd(
    String variant,
    double heapBytes,
    double mostWaiting,
    OptionalInt answered,
    OptionalInt notAnswered) {

  /** Empty where the heap, or its size, was not seen. */
  static Optional<MemoryEnd> of(String variant, List<RecordedRun> looks) {
    OptionalInt answered =
        looks.stream()
            .filter(RecordedRun::allWaitedAndWereAnswered)
            .mapToInt(MemoryEnd::users)
            .max();
    return WaitingCost.of(looks)
        .filter(cost -> cost.mostWaiting().isPresent())
        .map(
            cost ->
                new MemoryEnd(
                    variant,
                    cost.heapSize().getAsDouble(),
                    cost.mostWaiting().getAsDouble(),
                    answered,
                    looks.stream()
                        .filter(run -> run.record().status() != Status.ABORTED)
                        .filter(run -> !run.allWaitedAndWereAnswered())
                        .mapToInt(MemoryEnd::users)
                        .filter(users -> users > answered.orElse(0))
                        .min()));
  }

  private static int users(RecordedRun run) {
    return run.record().settings().users();
  }
}
