package io.github.restcomparison.runner.figures;

import static java.util.Comparator.naturalOrder;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * One criterion applied to one run. A gate that lacks the data to judge is left out of the list, so
 * that the record does not show it as passed.
 *
 * @param name in records and on pages
 * @param objections why the run does not pass, one sentence each; empty if it passes
 */
public record Gate(String name, Severity severity, List<String> objections) {
  /** The consequence of an objection, the worst first. */
  public enum Severity {
    /** The service broke its contract, or did not answer all requests. */
    FAILED(Status.FAILED),
    /** The figures are not reliable: they are shown, but never ranked. */
    INVALID(Status.INVALID),
    /** The run stays valid; the objection is shown as a note. */
    NOTE(Status.VALID);

    private final Status status;

    Severity(Status status) {
      this.status = status;
    }
  }

  private Stream<String> objectionsOf(Severity of) {
    return severity == of ? objections.stream() : Stream.empty();
  }

  /** A reader of the notes alone must see that a figure is a bound. */
  private Stream<String> notes() {
    String label = name.equals(GateResult.GENERATOR) ? GateResult.GENERATOR_BOUND : "";
    return objectionsOf(Severity.NOTE).map(label::concat);
  }

  /**
   * Returns the verdict of the gates that could judge a run: the worst severity that objects.
   *
   * @param notes of the figures, before those of the gates
   */
  public static Verdict verdict(List<Gate> gates, List<String> notes) {
    Severity worst =
        gates.stream()
            .filter(gate -> !gate.objections.isEmpty())
            .map(Gate::severity)
            .min(naturalOrder())
            .orElse(Severity.NOTE);
    return new Verdict(
        worst.status,
        // If the service failed, only the failure is a reason, not its consequences.
        worst == Severity.NOTE
            ? List.of()
            : gates.stream().flatMap(gate -> gate.objectionsOf(worst)).toList(),
        Stream.concat(notes.stream(), gates.stream().flatMap(Gate::notes)).toList(),
        gates.stream()
            .map(gate -> new GateResult(gate.name, gate.objections.isEmpty(), gate.objections))
            .toList());
  }
}
