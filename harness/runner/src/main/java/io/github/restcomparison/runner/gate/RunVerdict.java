package io.github.restcomparison.runner.gate;

import static java.util.Comparator.naturalOrder;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The status of a run, and the reasons for it: the worst severity of the gates that object.
 *
 * @param reasons why the status is not {@code VALID}, one sentence each
 * @param notes objections that do not change the status, one sentence each
 * @param gates the results of the gates, in their order
 */
public record RunVerdict(
    Status status, List<String> reasons, List<String> notes, List<GateResult> gates) {

  /** The verdict of the gates that could judge the run. */
  public static RunVerdict of(List<Gate> gates) {
    List<Gate> objecting = gates.stream().filter(gate -> !gate.objections().isEmpty()).toList();
    Optional<Severity> worst = objecting.stream().map(Gate::severity).min(naturalOrder());
    return new RunVerdict(
        worst.map(Severity::status).orElse(Status.VALID),
        // If the service failed, only the failure is a reason, not its consequences.
        worst
            .filter(severity -> severity != Severity.NOTE)
            .map(severity -> objections(objecting, severity))
            .orElse(List.of()),
        objecting.stream()
            .filter(gate -> gate.severity() == Severity.NOTE)
            .flatMap(RunVerdict::notes)
            .toList(),
        gates.stream().map(Gate::result).toList());
  }

  /** A reader of the notes alone must see that a figure is a bound. */
  private static Stream<String> notes(Gate gate) {
    String label = gate.name().equals(GateResult.GENERATOR) ? GateResult.GENERATOR_BOUND : "";
    return gate.objections().stream().map(label::concat);
  }

  private static List<String> objections(List<Gate> objecting, Severity severity) {
    return objecting.stream()
        .filter(gate -> gate.severity() == severity)
        .flatMap(gate -> gate.objections().stream())
        .toList();
  }

  /** The verdict on a run that was not measured, with the gates that judged it before. */
  public static RunVerdict withoutFigures(Status status, String reason, Gate... gates) {
    return new RunVerdict(
        status, List.of(reason), List.of(), List.of(gates).stream().map(Gate::result).toList());
  }
}
