package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.Bounds;
import io.github.restcomparison.comparison.record.RunRecord.Gate;
import io.github.restcomparison.comparison.record.RunRecord.Load;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What all the gates say of a run, and what it is worth by them. A gate that had nothing to judge
 * by is missing, not passed.
 */
record Gates(List<Gate> all) {
  private static final String ANSWERS = "answers";
  private static final String CONTRACT = "contract";
  private static final String LITTLES_LAW = "littlesLaw";
  private static final String BOUND = "bound";
  private static final String CONNECTIONS = "connections";
  private static final String GENERATOR = "generator";
  private static final String HOST = "host";
  private static final String WINDOW = "window";

  /** A service that one of these objects to did not do what it promises. */
  private static final Set<String> OF_THE_SERVICE = Set.of(CONTRACT, ANSWERS);

  /**
   * The gate before the load.
   *
   * @param broken what the service did not do of what it promises
   */
  static Gate contract(List<String> broken) {
    return gate(CONTRACT, broken);
  }

  /**
   * Those of a run that was measured.
   *
   * @param exitCode what the service exited with before it was told to stop, where it did
   */
  static Gates of(RunOutcome outcome, OptionalInt exitCode) {
    List<Gate> gates = new ArrayList<>(List.of(contract(List.of())));
    gates.add(
        gate(
            ANSWERS,
            new AnswersGate(outcome.settings(), outcome.load(), outcome.requestsSeen(), exitCode)
                .objections()));
    Load figures = outcome.figures();
    judgeWindow(gates, outcome.bounds(), figures);
    ConnectionGate connections = new ConnectionGate(figures);
    if (connections.canJudge()) {
      gates.add(gate(CONNECTIONS, connections.objections()));
    }
    outcome
        .generator()
        .filter(generator -> figures.throughput().isPresent())
        .map(
            generator ->
                new GeneratorGate(
                    outcome.bounds(),
                    figures.throughput().getAsDouble(),
                    generator.headroom(),
                    generator.capacity()))
        .ifPresent(gate -> gates.add(gate(GENERATOR, gate.objections())));
    outcome
        .host()
        .map(host -> new HostGate(host, outcome.longestPauseMs(), outcome.bounds().requestTime()))
        .filter(HostGate::canJudge)
        .ifPresent(gate -> gates.add(gate(HOST, gate.objections())));
    return new Gates(gates);
  }

  private static void judgeWindow(List<Gate> gates, Bounds bounds, Load load) {
    WindowGate window = new WindowGate(bounds, load);
    gates.add(gate(WINDOW, window.missing()));
    if (window.missing().isEmpty()) {
      gates.add(gate(LITTLES_LAW, window.littlesLaw()));
      gates.add(gate(BOUND, window.bound()));
    }
  }

  private static Gate gate(String name, List<String> objections) {
    return new Gate(name, objections.isEmpty(), objections);
  }

  /** What the run is worth. */
  Status status() {
    if (failed().stream().anyMatch(gate -> OF_THE_SERVICE.contains(gate.name()))) {
      return Status.FAILED;
    }
    return reasons().isEmpty() ? Status.VALID : Status.INVALID;
  }

  /** Why it is not valid. Where the service failed, what its failures led to is no reason. */
  List<String> reasons() {
    List<String> ofService = objections(OF_THE_SERVICE);
    return ofService.isEmpty()
        ? objections(Set.of(WINDOW, LITTLES_LAW, BOUND, CONNECTIONS, HOST))
        : ofService;
  }

  /** What a reader of a valid run should know. */
  List<String> notes() {
    return objections(Set.of(GENERATOR));
  }

  private List<String> objections(Set<String> names) {
    return failed().stream()
        .filter(gate -> names.contains(gate.name()))
        .flatMap(gate -> gate.objections().stream())
        .toList();
  }

  private List<Gate> failed() {
    return all.stream().filter(gate -> !gate.passed()).toList();
  }
}
