package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.outcome.RunOutcome;
import io.github.restcomparison.runner.settings.RunSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Which gates judge a run, in the order in which its record has them. */
public final class Gates {
  private Gates() {}

  /**
   * Those of a run that was measured.
   *
   * @param exitCode what the service exited with before it was told to stop, where it did
   */
  public static List<Gate> of(RunOutcome outcome, OptionalInt exitCode) {
    RunSettings settings = outcome.settings();
    List<Gate> gates = new ArrayList<>(List.of(new ContractGate(List.of())));
    gates.add(
        new AnswersGate(
            settings.users(),
            settings.requests(),
            outcome.arrivals().map(Arrivals::outcome).map(OpenModel.Outcome::dropped).orElse(0L),
            settings.delay(),
            outcome.load(),
            outcome.requestsSeen(),
            exitCode));
    gates.addAll(
        settings
            .open()
            .map(open -> ofOpenLoad(open, outcome.figures()))
            .orElseGet(
                () -> ofClosedLoad(outcome.limits(), outcome.figures(), outcome.generator())));
    outcome
        .host()
        .map(host -> new HostGate(host, outcome.longestPauseMs(), outcome.limits().requestTime()))
        .filter(HostGate::canJudge)
        .ifPresent(gates::add);
    settings.injector().map(InjectorShareGate::new).ifPresent(gates::add);
    return gates;
  }

  /** How many requests are in the system, and how fast they come, says the schedule alone. */
  private static List<Gate> ofOpenLoad(OpenModel open, Load figures) {
    List<Gate> gates = new ArrayList<>(List.of(new WindowGate(figures)));
    ConnectionGate connections = new ConnectionGate(figures);
    if (!open.newConnections() && connections.canJudge()) {
      gates.add(connections);
    }
    figures.open().map(PunctualityGate::new).ifPresent(gates::add);
    return gates;
  }

  /** Those of a load whose users wait for each answer, whoever made it. */
  public static List<Gate> ofClosedLoad(
      ThroughputLimits limits, Load figures, Optional<Generator> generator) {
    WindowGate window = new WindowGate(figures);
    List<Gate> gates = new ArrayList<>(List.of(window));
    if (window.objections().isEmpty()) {
      gates.add(new LittlesLawGate(limits, figures));
      gates.add(new CeilingGate(limits, figures));
    }
    ConnectionGate connections = new ConnectionGate(figures);
    if (connections.canJudge()) {
      gates.add(connections);
    }
    generator
        .filter(each -> figures.throughput().isPresent())
        .map(
            each ->
                new GeneratorGate(
                    limits, figures.throughput().getAsDouble(), each.headroom(), each.capacity()))
        .ifPresent(gates::add);
    return gates;
  }
}
