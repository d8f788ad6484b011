package io.github.restcomparison.analysis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.queueing.ClosedNetwork;
import io.github.restcomparison.analysis.queueing.CpuStation;
import io.github.restcomparison.analysis.queueing.PooledNetwork;
import io.github.restcomparison.analysis.queueing.ResponseTime;
import java.util.List;
import java.util.OptionalInt;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * The simulation and the formulas are two ways to the same answer, and neither knows the other.
 * With {@code -Dsimulation.requests=100000000} as many requests are simulated in each test of them.
 */
class FleetSimulationTest {
  private static final Percentage TWO_PERCENT = Percentage.withPercentage(2);
  private static final long REQUESTS = Long.getLong("simulation.requests", 300_000);
  private static final OptionalInt NONE = OptionalInt.empty();

  @Test
  void withCpusToSpareItIsTheClosedNetwork() {
    agrees(1_000, 0, 0.1, new CpuStation(2, 100e-6));
  }

  @Test
  void whereTheCpusAreFullItIsTheClosedNetwork() {
    agrees(1_000, 0, 0.1, new CpuStation(2, 300e-6));
  }

  @Test
  void whereTheyAreAboutToBeFullItIsTheClosedNetwork() {
    agrees(400, 0, 0.1, new CpuStation(8, 0.002));
  }

  @Test
  void withUsersWhoThinkItIsTheClosedNetwork() {
    agrees(500, 1, 0.1, new CpuStation(4, 0.01));
  }

  private static void agrees(int users, double think, double wait, CpuStation cpus) {
    ClosedNetwork network = new ClosedNetwork(think + wait, cpus, users);
    double expected = network.throughput(users);
    List<FleetSecond> seconds =
        settled(new Fleet(1, cpus, NONE, NONE, users, think, wait), expected);
    assertThat(throughput(seconds)).isCloseTo(expected, TWO_PERCENT);
    ResponseTime atCpus = new ResponseTime(cpus, network.atCpus(users - 1));
    double p50 = seconds.stream().mapToDouble(FleetSecond::p50Ms).average().orElseThrow();
    assertThat(p50).isCloseTo(1e3 * (wait + atCpus.quantileSeconds(0.5)), TWO_PERCENT);
  }

  /** What holds a pool is an approximation: here it holds within 2 %, too. */
  @Test
  void poolIsTheStationThatStandsForIt() {
    for (int workers : new int[] {20, 150, 400}) {
      CpuStation cpus = new CpuStation(2, 1e-3);
      PooledNetwork pool =
          new PooledNetwork(1_000, 1, workers, new ClosedNetwork(0.1, cpus, workers));
      List<FleetSecond> seconds =
          settled(
              new Fleet(1, cpus, OptionalInt.of(workers), NONE, 1_000, 1, 0.1), pool.throughput());
      assertThat(throughput(seconds))
          .as("%d workers", workers)
          .isCloseTo(pool.throughput(), TWO_PERCENT);
    }
  }

  private static List<FleetSecond> settled(Fleet fleet, double perSecond) {
    int seconds = (int) Math.max(30, REQUESTS / perSecond);
    List<FleetSecond> all = new FleetSimulation(fleet, Incident.NONE, 0, 0, seconds, 1).run();
    return all.subList(10, all.size() - 1);
  }

  private static double throughput(List<FleetSecond> seconds) {
    return seconds.stream().mapToLong(FleetSecond::answered).average().orElseThrow();
  }

  private static List<FleetSecond> during(
      Incident incident, OptionalInt workers, OptionalInt most) {
    Fleet fleet = new Fleet(10, new CpuStation(2, 1e-3), workers, most, 5_000, 1, 0.1);
    return new FleetSimulation(fleet, incident, 10, 20, 40, 1).run();
  }

  @Test
  void sameSeedIsTheSameSimulation() {
    assertThat(during(Incident.BURST, NONE, NONE)).isEqualTo(during(Incident.BURST, NONE, NONE));
  }

  /** 5,000 users who wait a second and think for another: 2,500/s, of which half is in service. */
  @Test
  void slowBackEndFillsNodesThatLetAllIn() {
    List<FleetSecond> seconds = during(Incident.SLOW_BACK_END, NONE, NONE);
    assertThat(seconds.get(8).answered()).isBetween(4_400L, 4_700L);
    assertThat(seconds.get(18).answered()).isBetween(2_300L, 2_700L);
    assertThat(seconds.get(18).inService()).isBetween(2_300L, 2_700L);
    assertThat(seconds.get(30).answered()).isBetween(4_400L, 4_700L);
    assertThat(seconds).allMatch(second -> second.refused() == 0 && second.failed() == 0);
  }

  /** 10 nodes of 20 threads that wait for a second answer 200/s. */
  @Test
  void slowBackEndHoldsAllThreads() {
    List<FleetSecond> seconds = during(Incident.SLOW_BACK_END, OptionalInt.of(60), NONE);
    assertThat(seconds.get(18).answered()).isBetween(560L, 640L);
    assertThat(seconds.get(18).inService()).isGreaterThan(4_000);
  }

  @Test
  void nodesThatRefuseHoldNoMoreThanTheyMay() {
    List<FleetSecond> seconds = during(Incident.SLOW_BACK_END, NONE, OptionalInt.of(100));
    assertThat(seconds).allMatch(second -> second.mostInNode() <= 100);
    assertThat(seconds.get(18).refused()).isPositive();
    assertThat(seconds.get(8).refused()).isZero();
    assertThat(seconds.get(30).refused()).isZero();
  }

  /** One of ten dies: what was in it fails, and nobody is lost. */
  @Test
  void deadNodeFailsItsRequestsAndItsUsersAskOthers() {
    List<FleetSecond> seconds = during(Incident.NODES_DIE, NONE, NONE);
    long failed = seconds.stream().mapToLong(FleetSecond::failed).sum();
    assertThat(failed).isBetween(20L, 90L);
    assertThat(seconds.get(15).answered()).isBetween(4_400L, 4_700L);
    assertThat(seconds.get(30).answered()).isBetween(4_400L, 4_700L);
  }

  @Test
  void burstIsTwiceAsMany() {
    List<FleetSecond> seconds = during(Incident.BURST, NONE, NONE);
    assertThat(seconds.get(15).answered()).isBetween(8_800L, 9_400L);
    assertThat(seconds.get(30).answered()).isBetween(4_400L, 4_700L);
  }
}
