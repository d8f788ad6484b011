package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.plan.Queues.ClosedNetwork;
import io.github.restcomparison.analysis.plan.Queues.Cpus;
import io.github.restcomparison.analysis.plan.Queues.ErlangC;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Against sums of the product form in exact fractions (Python's {@code fractions}), or by hand. */
class QueuesTest {
  private static final Percentage EXACT = Percentage.withPercentage(1e-8);

  private static double throughput(int requests, double delaySeconds, Cpus cpus) {
    return new ClosedNetwork(requests, delaySeconds, cpus::rate).throughput();
  }

  @Test
  void requestAloneNeverQueues() {
    assertThat(throughput(1, 0.1, new Cpus(1, 0.02))).isCloseTo(1 / 0.12, EXACT);
    assertThat(throughput(0, 0.1, new Cpus(1, 0.02))).isZero();
  }

  /** G(0) = 1, G(1) = 2, G(2) = 1/2 + 1 + 1 = 5/2. */
  @Test
  void twoRequestsAndOneCpu() {
    ClosedNetwork network = new ClosedNetwork(2, 1, new Cpus(1, 1)::rate);
    assertThat(network.throughput()).isCloseTo(0.8, EXACT);
    assertThat(network.mean(k -> k == 0 ? 1 : 0)).isCloseTo(0.2, EXACT);
    assertThat(network.mean(k -> k == 2 ? 1 : 0)).isCloseTo(0.4, EXACT);
    assertThat(network.quantile(0.5)).isEqualTo(1);
    assertThat(network.quantile(0.61)).isEqualTo(2);
  }

  /** G(3) = 1/6 + 1/2 + 1/2 + 1/4 = 17/12, and two of them never queue. */
  @Test
  void threeRequestsAndTwoCpus() {
    assertThat(throughput(2, 1, new Cpus(2, 1))).isCloseTo(1, EXACT);
    assertThat(throughput(3, 1, new Cpus(2, 1))).isCloseTo(24.0 / 17, EXACT);
  }

  /** The recursion of mean value analysis says 1,587 of the first: it loses p(0) to rounding. */
  @Test
  void nothingIsLostNearSaturation() {
    assertThat(throughput(200, 0.1, new Cpus(8, 0.004))).isCloseTo(1_861.1928859317597, EXACT);
    assertThat(throughput(400, 0.1, new Cpus(8, 0.002))).isCloseTo(3_814.3615066358157, EXACT);
    assertThat(throughput(50, 0.1, new Cpus(2, 0.01))).isCloseTo(199.99999732943397, EXACT);
  }

  @Test
  void manyRequestsAreStillProbabilities() {
    ClosedNetwork network = new ClosedNetwork(100_000, 0.25, new Cpus(8, 8 * 20e-6)::rate);
    assertThat(network.mean(k -> 1)).isCloseTo(1, EXACT);
    assertThat(network.throughput()).isCloseTo(50_000, Percentage.withPercentage(0.01));
  }

  @Test
  void cpusAreAlwaysBusyWithoutDelay() {
    assertThat(throughput(10, 0, new Cpus(2, 0.01))).isCloseTo(200, EXACT);
  }

  @Test
  void halfACpuIsOneThatIsHalfAsFast() {
    assertThat(Cpus.of(0.5, 0.01)).isEqualTo(new Cpus(1, 0.02));
    assertThat(Cpus.of(2.5, 0.01).capacity()).isCloseTo(250, EXACT);
  }

  /** A request that finds none there takes an exponential time: ln 100 times 10 ms for 99 %. */
  @Test
  void timeAtCpusIsTheQueueAndTheService() {
    Cpus one = new Cpus(1, 0.01);
    assertThat(one.seconds(new ClosedNetwork(0, 1, one::rate), 0.99))
        .isCloseTo(0.01 * Math.log(100), EXACT);
    // Without delay all nine others are found there.
    assertThat(one.seconds(new ClosedNetwork(9, 0, one::rate), 0.5))
        .isCloseTo(0.09 + 0.01 * Math.log(2), EXACT);
  }

  /** C(2, 1) = 1/3 by hand; the others by the sums in exact fractions. */
  @Test
  void erlangC() {
    assertThat(new ErlangC(2, 1, 1).busy()).isCloseTo(1.0 / 3, EXACT);
    assertThat(new ErlangC(10, 0.8, 10).busy()).isCloseTo(0.40918015079644354, EXACT);
    assertThat(new ErlangC(200, 0.1, 1_900).busy()).isCloseTo(0.3652638565625464, EXACT);
    assertThat(new ErlangC(2, 1, 1).meanQueueSeconds()).isCloseTo(1.0 / 3, EXACT);
    assertThat(new ErlangC(2, 1, 1).queueSeconds(0.5)).isZero();
    assertThat(new ErlangC(2, 1, 1).queueSeconds(0.99)).isCloseTo(Math.log(100.0 / 3), EXACT);
  }
}
