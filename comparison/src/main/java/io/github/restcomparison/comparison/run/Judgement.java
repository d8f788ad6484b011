package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.RunRecord.Gate;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What a run is worth, and why.
 *
 * @param reasons why the status is not {@code VALID}, a sentence each
 * @param notes what a reader should know all the same, a sentence each
 * @param gates those that judged
 */
record Judgement(Status status, List<String> reasons, List<String> notes, List<Gate> gates) {

  /**
   * That of a run that was measured.
   *
   * @param exitCode what the service exited with before it was told to stop, where it did
   */
  static Judgement of(RunOutcome outcome, OptionalInt exitCode) {
    Gates gates = Gates.of(outcome, exitCode);
    return new Judgement(
        gates.status(),
        gates.reasons(),
        Stream.concat(outcome.notes().stream(), gates.notes().stream()).toList(),
        gates.all());
  }

  /** That of a run that has no figures, with the gates that it came to. */
  static Judgement withoutFigures(Status status, String reason, Gate... gates) {
    return new Judgement(status, List.of(reason), List.of(), List.of(gates));
  }
}
