package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Against sums of the product form in exact fractions (Python's {@code fractions}), or by hand. */
class QueueTest {
  private static final Percentage EXACT = Percentage.withPercentage(1e-8);

  /** CPUs that each need so many seconds for a request. */
  private static Queue queue(double requests, double delaySeconds, double cpus, double seconds) {
    return new Queue(requests, delaySeconds, cpus, cpus / seconds);
  }

  private static double throughput(
      double requests, double delaySeconds, double cpus, double seconds) {
    return queue(requests, delaySeconds, cpus, seconds).throughput();
  }

  @Test
  void requestAloneNeverQueues() {
    assertThat(throughput(1, 0.1, 1, 0.02)).isCloseTo(1 / 0.12, EXACT);
    assertThat(throughput(0, 0.1, 1, 0.02)).isZero();
    assertThat(queue(1, 0.1, 1, 0.02).queueSeconds(0.999, 1)).isZero();
  }

  /** G(0) = 1, G(1) = 2, G(2) = 1/2 + 1 + 1 = 5/2. One of three finds two others there in 40 %. */
  @Test
  void twoRequestsAndOneCpu() {
    assertThat(throughput(2, 1, 1, 1)).isCloseTo(0.8, EXACT);
    assertThat(queue(3, 1, 1, 1).queueSeconds(0.5, 1)).isEqualTo(1);
    assertThat(queue(3, 1, 1, 1).queueSeconds(0.61, 1)).isEqualTo(2);
  }

  /** G(3) = 1/6 + 1/2 + 1/2 + 1/4 = 17/12, and two of them never queue. */
  @Test
  void threeRequestsAndTwoCpus() {
    assertThat(throughput(2, 1, 2, 1)).isCloseTo(1, EXACT);
    assertThat(throughput(3, 1, 2, 1)).isCloseTo(24.0 / 17, EXACT);
  }

  /** The recursion of mean value analysis says 1,587 of the first: it loses p(0) to rounding. */
  @Test
  void nothingIsLostNearSaturation() {
    assertThat(throughput(200, 0.1, 8, 0.004)).isCloseTo(1_861.1928859317597, EXACT);
    assertThat(throughput(400, 0.1, 8, 0.002)).isCloseTo(3_814.3615066358157, EXACT);
    assertThat(throughput(50, 0.1, 2, 0.01)).isCloseTo(199.99999732943397, EXACT);
  }

  /** Of a hundred millions who are away for long, any number of CPUs sees a stream. */
  @Test
  void manyUsersAreAStream() {
    assertThat(throughput(100_000, 0.25, 8, 8 * 20e-6))
        .isCloseTo(50_000, Percentage.withPercentage(0.01));
    assertThat(throughput(1e8, 1e5, 2, 1)).isCloseTo(2, EXACT);
    assertThat(throughput(1e8, 1e8, 2, 1)).isCloseTo(1, Percentage.withPercentage(1e-5));
    // M/M/2 at half its capacity: 2 or more are there in 1/3, 9 or more in 2 (1/3) (1/2)^8
    assertThat(queue(1e8, 1e8, 2, 1).queueSeconds(0.66, 2)).isZero();
    assertThat(queue(1e8, 1e8, 2, 1).queueSeconds(0.997, 2)).isEqualTo(3.5);
  }

  @Test
  void cpusAreAlwaysBusyWithoutDelay() {
    assertThat(throughput(10, 0, 2, 0.01)).isCloseTo(200, EXACT);
    // Nine others are found there.
    assertThat(queue(10, 0, 1, 0.01).queueSeconds(0.5, 1)).isCloseTo(0.09, EXACT);
  }

  @Test
  void quotaOfHalfACpuIsHalfAsFast() {
    assertThat(throughput(1, 0.1, 0.5, 0.01)).isCloseTo(1 / 0.12, EXACT);
    assertThat(throughput(100, 0, 2.5, 0.01)).isCloseTo(250, EXACT);
  }
}
