package io.github.restcomparison.analysis.queueing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * Held to the sums of the product form in exact fractions (Python's {@code fractions}), and to what
 * two or three requests do by hand.
 */
class ClosedNetworkTest {
  private static final Percentage EXACT = Percentage.withPercentage(1e-9);

  @Test
  void requestAloneNeverQueues() {
    assertThat(new ClosedNetwork(0.1, new CpuStation(1, 0.02), 1).throughput(1))
        .isCloseTo(1 / 0.12, EXACT);
  }

  /** G(0) = 1, G(1) = 2, G(2) = 1/2 + 1 + 1 = 5/2. */
  @Test
  void twoRequestsAndOneCpu() {
    ClosedNetwork network = new ClosedNetwork(1, new CpuStation(1, 1), 2);
    assertThat(network.throughput(2)).isCloseTo(0.8, EXACT);
    assertThat(network.atCpus(2)[0]).isCloseTo(0.2, EXACT);
    assertThat(network.atCpus(2)[2]).isCloseTo(0.4, EXACT);
  }

  /** G(3) = 1/6 + 1/2 + 1/2 + 1/4 = 17/12, and two of them never queue. */
  @Test
  void threeRequestsAndTwoCpus() {
    ClosedNetwork network = new ClosedNetwork(1, new CpuStation(2, 1), 3);
    assertThat(network.throughput(2)).isCloseTo(1, EXACT);
    assertThat(network.throughput(3)).isCloseTo(24.0 / 17, EXACT);
  }

  /** The recursion of MVA in doubles says 1,587 of the first: its p(0) is lost to rounding. */
  @Test
  void nearSaturationNothingIsLost() {
    assertThat(new ClosedNetwork(0.1, new CpuStation(8, 0.004), 200).throughput(200))
        .isCloseTo(1_861.1928859317597, EXACT);
    assertThat(new ClosedNetwork(0.1, new CpuStation(8, 0.002), 400).throughput(400))
        .isCloseTo(3_814.3615066358157, EXACT);
    assertThat(new ClosedNetwork(0.1, new CpuStation(2, 0.01), 50).throughput(50))
        .isCloseTo(199.99999732943397, EXACT);
  }

  @Test
  void manyRequestsAreStillProbabilities() {
    ClosedNetwork network = new ClosedNetwork(0.25, new CpuStation(8, 8 * 20e-6), 100_000);
    assertThat(Arrays.stream(network.atCpus(100_000)).sum())
        .isCloseTo(1, Percentage.withPercentage(1e-4));
    assertThat(network.throughput(100_000)).isCloseTo(50_000, Percentage.withPercentage(0.01));
  }

  @Test
  void withoutADelayTheCpusAreAlwaysBusy() {
    assertThat(new ClosedNetwork(0, new CpuStation(2, 0.01), 10).throughput(10))
        .isCloseTo(200, EXACT);
  }

  @Test
  void halfACpuIsOneThatIsHalfAsFast() {
    assertThat(CpuStation.of(0.5, 0.01)).isEqualTo(new CpuStation(1, 0.02));
    assertThat(CpuStation.of(2.5, 0.01).capacity()).isCloseTo(250, EXACT);
  }

  /** One server of 10 ms, always one other request there: a sum of two exponential times. */
  @Test
  void responseTimeIsThatOfTheGammaDistribution() {
    ResponseTime two = new ResponseTime(new CpuStation(1, 0.01), new double[] {0, 1});
    // scipy.stats.gamma(2, scale=0.01).ppf
    assertThat(two.quantileSeconds(0.5)).isCloseTo(0.016783469900, Percentage.withPercentage(0.01));
    assertThat(two.quantileSeconds(0.99))
        .isCloseTo(0.066383520679, Percentage.withPercentage(0.01));
  }

  /** C(2, 1) = 1/3 by hand; the others by the sums in exact fractions. */
  @Test
  void erlangC() {
    assertThat(new ErlangC(2, 1, 1).waits()).isCloseTo(1.0 / 3, EXACT);
    assertThat(new ErlangC(10, 0.8, 10).waits()).isCloseTo(0.40918015079644354, EXACT);
    assertThat(new ErlangC(200, 0.1, 1_900).waits()).isCloseTo(0.3652638565625464, EXACT);
    assertThat(new ErlangC(2, 1, 1).meanWaitSeconds()).isCloseTo(1.0 / 3, EXACT);
    assertThat(new ErlangC(2, 1, 1).quantileSeconds(0.5)).isZero();
    assertThat(new ErlangC(2, 1, 1).quantileSeconds(0.99)).isCloseTo(Math.log(100.0 / 3), EXACT);
  }
}
