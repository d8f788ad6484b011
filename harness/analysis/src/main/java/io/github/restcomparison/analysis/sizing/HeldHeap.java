package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.runs.RecordedRun;
import java.util.ArrayList;
import java.util.List;

/**
 * The heap that was in use while requests waited, and what was expected from the other looks at its
 * variant alone.
 *
 * @param waiting requests, at once
 */
public record HeldHeap(String variant, long waiting, double measuredBytes, double predictedBytes) {

  /** Of each look at a variant at which another one, with other requests, shows what one takes. */
  static List<HeldHeap> of(String variant, List<RecordedRun> looks) {
    List<RecordedRun> waited =
        looks.stream().filter(run -> run.record().waiting().isPresent()).toList();
    List<HeldHeap> heaps = new ArrayList<>();
    for (RecordedRun run : waited) {
      long waiting = waiting(run);
      List<RecordedRun> others =
          waited.stream().filter(other -> waiting(other) != waiting).toList();
      run.record().waiting().get().during().heapAfterGc().stream()
          .forEach(
              measured ->
                  WaitingCost.of(others)
                      .flatMap(WaitingCost::heap)
                      .map(line -> new HeldHeap(variant, waiting, measured, line.at(waiting)))
                      .ifPresent(heaps::add));
    }
    return heaps;
  }

  private static long waiting(RecordedRun run) {
    return run.record().waiting().orElseThrow().waiting();
  }

  /** By how much more was predicted than measured, as a share. */
  public double error() {
    return predictedBytes / measuredBytes - 1;
  }
}
