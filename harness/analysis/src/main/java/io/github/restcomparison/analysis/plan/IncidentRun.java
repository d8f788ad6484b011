package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.fleet.Fleet;
import io.github.restcomparison.analysis.fleet.FleetSecond;
import io.github.restcomparison.analysis.fleet.FleetSimulation;
import io.github.restcomparison.analysis.fleet.Incident;
import io.github.restcomparison.analysis.queueing.CpuStation;
import io.github.restcomparison.analysis.sizing.ClosedLoad;
import io.github.restcomparison.analysis.sizing.Node;
import io.github.restcomparison.analysis.sizing.Prediction;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What becomes of the nodes of one variant while something goes wrong: a simulation of a minute.
 *
 * @param mostWaiting requests that a node lets in, all others get 503; absent where it lets in all
 * @param seconds of the simulation
 * @param mostBytes that a node would need at its worst; absent where its memory was not looked at
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record IncidentRun(
    String variant, OptionalInt mostWaiting, List<FleetSecond> seconds, OptionalDouble mostBytes) {
  static final int FROM = 20;
  static final int TO = 40;
  static final int END = 60;

  /** Users, waits and waiting requests settle before it. */
  private static final int SETTLED = 10;

  private static final double RECOVERED = 0.95;
  private static final long SEED = 1;

  /** Simulates it. */
  static IncidentRun of(
      Incident incident, ClosedLoad load, int nodes, Planner planner, OptionalInt mostWaiting) {
    Prediction usual = planner.expected(load.of(nodes)).orElseThrow();
    Node node = planner.node();
    Fleet fleet =
        new Fleet(
            nodes,
            CpuStation.of(node.cpus(), planner.demandSeconds(usual)),
            node.workers(),
            mostWaiting,
            load.users(),
            load.thinkMs() / 1e3,
            load.waitMs() / 1e3);
    List<FleetSecond> seconds = new FleetSimulation(fleet, incident, FROM, TO, END, SEED).run();
    return new IncidentRun(
        planner.variant(), mostWaiting, seconds, planner.bytes(mostInNode(seconds)));
  }

  /** For a legend: the variant, and whether it refuses. */
  String name() {
    return mostWaiting.isPresent() ? variant + ", refusing" : variant;
  }

  /** Answered per second before it. */
  double before() {
    return answered(SETTLED, FROM);
  }

  /** Answered per second while it lasts. */
  double during() {
    return answered(FROM, TO);
  }

  private double answered(int from, int to) {
    return seconds.subList(from, to).stream().mapToLong(FleetSecond::answered).average().orElse(0);
  }

  long refused() {
    return seconds.stream().mapToLong(FleetSecond::refused).sum();
  }

  long failed() {
    return seconds.stream().mapToLong(FleetSecond::failed).sum();
  }

  /** The greatest p99 of any second, in ms. */
  double worstP99Ms() {
    return seconds.stream().mapToDouble(FleetSecond::p99Ms).max().orElse(0);
  }

  int mostInNode() {
    return mostInNode(seconds);
  }

  private static int mostInNode(List<FleetSecond> seconds) {
    return seconds.stream().mapToInt(FleetSecond::mostInNode).max().orElse(0);
  }

  /**
   * After how many seconds as many are answered as before, and as fast; empty where not within the
   * minute.
   */
  OptionalInt recoveredAfter() {
    double p99 =
        seconds.subList(SETTLED, FROM).stream().mapToDouble(FleetSecond::p99Ms).max().orElse(0);
    for (int second = TO; second < END; second++) {
      FleetSecond each = seconds.get(second);
      if (each.answered() >= RECOVERED * before() && each.p99Ms() <= p99 / RECOVERED) {
        return OptionalInt.of(second - TO);
      }
    }
    return OptionalInt.empty();
  }
}
