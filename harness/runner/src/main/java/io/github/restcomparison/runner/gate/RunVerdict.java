package io.github.restcomparison.runner.gate;

import static java.util.Comparator.naturalOrder;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Optional;

/**
 * What a run is worth, and why: its status is the worst severity of the gates that object.
 *
 * @param reasons why the status is not {@code VALID}, a sentence each
 * @param notes what a reader should know all the same, a sentence each
 * @param gates what those that judged said, in their order
 */
public record RunVerdict(
    Status status, List<String> reasons, List<String> notes, List<GateResult> gates) {

  /** That of all the gates which could judge the run. */
  public static RunVerdict of(List<Gate> gates) {
    List<Gate> objecting = gates.stream().filter(gate -> !gate.objections().isEmpty()).toList();
    Optional<Severity> worst = objecting.stream().map(Gate::severity).min(naturalOrder());
    return new RunVerdict(
        worst.map(Severity::status).orElse(Status.VALID),
        // Where the service failed, what its failure led to is no reason.
        worst
            .filter(severity -> severity != Severity.NOTE)
            .map(severity -> objections(objecting, severity))
            .orElse(List.of()),
        objections(objecting, Severity.NOTE),
        gates.stream().map(Gate::result).toList());
  }

  private static List<String> objections(List<Gate> objecting, Severity severity) {
    return objecting.stream()
        .filter(gate -> gate.severity() == severity)
        .flatMap(gate -> gate.objections().stream())
        .toList();
  }

  /** That of a run without figures, with the gates that it came to. */
  public static RunVerdict withoutFigures(Status status, String reason, Gate... gates) {
    return new RunVerdict(
        status, List.of(reason), List.of(), List.of(gates).stream().map(Gate::result).toList());
  }
}
