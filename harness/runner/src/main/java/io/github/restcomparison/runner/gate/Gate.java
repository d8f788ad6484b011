package io.github.restcomparison.runner.gate;

import static java.util.Comparator.naturalOrder;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One criterion applied to one run. A gate that lacks the data to judge is left out of the list, so
 * that the record does not show it as passed.
 *
 * @param name in records and on pages
 * @param severity the consequence of an objection
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

  /** Its entry in the record. */
  GateResult result() {
    return new GateResult(name, objections.isEmpty(), objections);
  }

  /** The verdict of the gates that could judge a run: the worst severity that objects. */
  public static Verdict verdict(List<Gate> gates) {
    List<Gate> objecting = gates.stream().filter(gate -> !gate.objections.isEmpty()).toList();
    Optional<Severity> worst = objecting.stream().map(Gate::severity).min(naturalOrder());
    return new Verdict(
        worst.map(severity -> severity.status).orElse(Status.VALID),
        // If the service failed, only the failure is a reason, not its consequences.
        objecting.stream()
            .filter(gate -> gate.severity == worst.get() && gate.severity != Severity.NOTE)
            .flatMap(gate -> gate.objections.stream())
            .toList(),
        objecting.stream()
            .filter(gate -> gate.severity == Severity.NOTE)
            .flatMap(Gate::notes)
            .toList(),
        gates.stream().map(Gate::result).toList());
  }

  /** A reader of the notes alone must see that a figure is a bound. */
  private Stream<String> notes() {
    String label = name.equals(GateResult.GENERATOR) ? GateResult.GENERATOR_BOUND : "";
    return objections.stream().map(label::concat);
  }

  /** The verdict on a run that was not measured, with the gates that judged it before. */
  public static Verdict unmeasured(Status status, String reason, Gate... gates) {
    return new Verdict(
        status, List.of(reason), List.of(), Stream.of(gates).map(Gate::result).toList());
  }
}
