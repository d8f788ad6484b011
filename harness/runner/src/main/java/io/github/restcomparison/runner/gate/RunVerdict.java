package io.github.restcomparison.runner.gate;

import static java.util.Comparator.naturalOrder;

import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The verdict on a run: its status is the worst severity of the gates that object. */
public final class RunVerdict {
  private RunVerdict() {}

  /** The verdict of the gates that could judge the run. */
  public static Verdict of(List<Gate> gates) {
    List<Gate> objecting = gates.stream().filter(gate -> !gate.objections().isEmpty()).toList();
    Optional<Severity> worst = objecting.stream().map(Gate::severity).min(naturalOrder());
    return new Verdict(
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
  public static Verdict withoutFigures(Status status, String reason, Gate... gates) {
    return new Verdict(
        status, List.of(reason), List.of(), List.of(gates).stream().map(Gate::result).toList());
  }
}
