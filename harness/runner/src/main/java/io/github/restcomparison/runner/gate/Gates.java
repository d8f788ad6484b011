package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.outcome.RunOutcome;
import io.github.restcomparison.runner.settings.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Selects the gates that judge a run, in the order of its record. */
public final class Gates {
  /** Of services whose answers may take a few ms only. */
  private static final double BETWEEN_MS = 2;

  private Gates() {}

  /**
   * The gates of a measured run.
   *
   * @param exitCode of a service that ended before it was stopped; absent if it did not
   */
  public static List<Gate> of(RunOutcome outcome, OptionalInt exitCode) {
    LoadSpec settings = outcome.request().load();
    boolean isOfUser = outcome.request().isOfUserSimulation();
    List<Gate> gates = new ArrayList<>(List.of(new ContractGate(List.of())));
    gates.add(
        new AnswersGate(
            // Nobody has said how many users a simulation of the user's own has.
            isOfUser ? (int) outcome.load().usersEnded() : settings.users(),
            settings.requests(),
            outcome.figures().open().map(OpenModel.Outcome::dropped).orElse(0L),
            settings.delay(),
            outcome.load(),
            outcome.requestsSeen(),
            exitCode));
    gates.addAll(isOfUser ? List.of(new WindowGate(outcome.figures())) : ofLoad(settings, outcome));
    if (outcome.request().target() instanceof Target.OfUser) {
      // The kernel counts those of the whole host: of a neighbour, or of a service to its back end.
      gates.removeIf(ConnectionGate.class::isInstance);
    }
    outcome
        .host()
        .map(
            host ->
                new HostGate(
                    host,
                    outcome.longestPauseMs(),
                    outcome.limits().requestTime(),
                    outcome.undisturbed()))
        .filter(HostGate::canJudge)
        .ifPresent(gates::add);
    outcome.request().injector().map(InjectorShareGate::new).ifPresent(gates::add);
    return gates;
  }

  private static List<Gate> ofLoad(LoadSpec settings, RunOutcome outcome) {
    return settings
        .open()
        .map(open -> ofOpenLoad(open, outcome.figures()))
        .orElseGet(
            () ->
                ofClosedLoad(
                    outcome.limits(),
                    outcome.figures(),
                    outcome.generator(),
                    settings.waits().equals(Delay.STATED)));
  }

  /** Without Little's law and the ceiling: the schedule alone sets the rate of the requests. */
  public static List<Gate> ofOpenLoad(OpenModel open, Load figures) {
    List<Gate> gates = new ArrayList<>(List.of(new WindowGate(figures)));
    if (!open.newConnections()) {
      connections(figures).ifPresent(gates::add);
    }
    figures.open().map(PunctualityGate::new).ifPresent(gates::add);
    return gates;
  }

  /** The gates of a closed model, of one load generator or of several. */
  public static List<Gate> ofClosedLoad(
      ThroughputLimits limits, Load figures, Optional<Generator> generator) {
    return ofClosedLoad(limits, figures, generator, false);
  }

  private static List<Gate> ofClosedLoad(
      ThroughputLimits limits, Load figures, Optional<Generator> generator, boolean isStated) {
    WindowGate window = new WindowGate(figures);
    List<Gate> gates = new ArrayList<>(List.of(window));
    if (window.objections().isEmpty()) {
      gates.add(new LittlesLawGate(limits, figures, isStated ? BETWEEN_MS : 0));
      gates.add(new CeilingGate(limits, figures, isStated));
    }
    connections(figures).ifPresent(gates::add);
    generator
        .filter(each -> figures.throughput().isPresent())
        .map(
            each ->
                new GeneratorGate(
                    limits, figures.throughput().getAsDouble(), each.headroom(), each.capacity()))
        .ifPresent(gates::add);
    return gates;
  }

  private static Optional<ConnectionGate> connections(Load figures) {
    return Optional.of(new ConnectionGate(figures)).filter(ConnectionGate::canJudge);
  }
}
