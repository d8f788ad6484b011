package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.Bounds;
import io.github.restcomparison.comparison.record.MeasuredLoad;
import io.github.restcomparison.comparison.record.OpenModel;
import io.github.restcomparison.comparison.record.RunRecord.Gate;
import io.github.restcomparison.comparison.record.RunRecord.Generator;
import io.github.restcomparison.comparison.record.RunRecord.Load;
import io.github.restcomparison.comparison.record.RunRecord.LoadSettings;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
  private static final String WINDOW = "window";
  private static final String SHARE = "share";
  private static final String INJECTORS = "injectors";

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
    RunSettings settings = outcome.settings();
    AnswersGate answers =
        new AnswersGate(
            settings.users(),
            settings.requests(),
            outcome.arrivals().map(Arrivals::outcome).map(OpenModel.Outcome::notStarted).orElse(0L),
            settings.delay(),
            outcome.load(),
            outcome.requestsSeen(),
            exitCode);
    gates.add(gate(ANSWERS, answers.objections()));
    outcome
        .settings()
        .open()
        .ifPresentOrElse(
            open -> judgeOpenLoad(gates, open, outcome),
            () -> judgeLoad(gates, outcome.bounds(), outcome.figures(), outcome.generator()));
    outcome
        .host()
        .map(host -> new HostGate(host, outcome.longestPauseMs(), outcome.bounds().requestTime()))
        .filter(HostGate::canJudge)
        .ifPresent(gate -> gates.add(gate(Gate.HOST, gate.objections())));
    outcome.settings().injector().ifPresent(injector -> gates.add(share(injector)));
    return new Gates(gates);
  }

  private static Gate share(Injector injector) {
    String why =
        "the share of injector %d of %d alone: ./compare merge joins them"
            .formatted(injector.number(), injector.of());
    return gate(SHARE, List.of(why));
  }

  /** Those of a run that several injectors have made together. */
  static Gates of(
      SharedLoad shared,
      LoadSettings settings,
      MeasuredLoad load,
      Load figures,
      Optional<Generator> generator) {
    List<Gate> gates = new ArrayList<>();
    gates.add(gate(INJECTORS, new InjectorsGate(shared.shares()).objections()));
    AnswersGate answers =
        new AnswersGate(
            settings.users(),
            settings.requests(),
            0,
            settings.delay(),
            load,
            OptionalLong.empty(),
            OptionalInt.empty());
    gates.add(gate(ANSWERS, answers.objections()));
    judgeLoad(gates, settings.bounds(), figures, generator);
    return new Gates(gates);
  }

  /** How many requests are in the system, and how fast they come, says the schedule alone. */
  private static void judgeOpenLoad(List<Gate> gates, OpenModel open, RunOutcome outcome) {
    Load figures = outcome.figures();
    gates.add(gate(WINDOW, new WindowGate(outcome.bounds(), figures).missing()));
    if (!open.newConnections()) {
      judgeConnections(gates, figures);
    }
    figures
        .open()
        .map(PunctualityGate::new)
        .ifPresent(gate -> gates.add(gate(GENERATOR, gate.objections())));
  }

  private static void judgeConnections(List<Gate> gates, Load figures) {
    ConnectionGate connections = new ConnectionGate(figures);
    if (connections.canJudge()) {
      gates.add(gate(CONNECTIONS, connections.objections()));
    }
  }

  private static void judgeLoad(
      List<Gate> gates, Bounds bounds, Load figures, Optional<Generator> generator) {
    judgeWindow(gates, bounds, figures);
    judgeConnections(gates, figures);
    generator
        .filter(each -> figures.throughput().isPresent())
        .map(
            each ->
                new GeneratorGate(
                    bounds, figures.throughput().getAsDouble(), each.headroom(), each.capacity()))
        .ifPresent(gate -> gates.add(gate(GENERATOR, gate.objections())));
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
        ? objections(Set.of(INJECTORS, WINDOW, LITTLES_LAW, BOUND, CONNECTIONS, Gate.HOST, SHARE))
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
