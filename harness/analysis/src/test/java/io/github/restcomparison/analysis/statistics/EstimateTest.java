package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EstimateTest {

  /**
   * Of the values 1..n the k-th smallest is k and the k-th largest n+1-k. scipy 1.17.1:
   *
   * <pre>
   * for n in (6, 7, 8, 9, 10, 15, 20, 30, 100):
   *   k = max(k for k in range(1, n//2+1) if 1 - 2*stats.binom.cdf(k-1, n, .5) >= .95)
   *   print(n, k, 1 - 2*stats.binom.cdf(k-1, n, .5))
   * </pre>
   */
  @ParameterizedTest
  @CsvSource({
    "6, 1, 0.96875",
    "7, 1, 0.984375",
    "8, 1, 0.9921875",
    "9, 2, 0.9609375",
    "10, 2, 0.978515625",
    "15, 4, 0.96484375",
    "20, 6, 0.9586105346679688",
    "30, 10, 0.9572260547429323",
    "100, 40, 0.9647997997822951"
  })
  void intervalIsThatOfTheOrderStatistics(int n, int k, double coverage) {
    Estimate interval = Estimate.ofMedian(shuffledOneTo(n));

    assertThat(interval.low()).isEqualTo(k);
    assertThat(interval.high()).isEqualTo(n + 1 - k);
    assertThat(interval.confidence()).isCloseTo(coverage, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void fewerThanSixValuesGiveNoInterval(int n) {
    assertThat(Estimate.ofMedian(shuffledOneTo(n)).hasInterval()).isFalse();
  }

  @Test
  void intervalOfFewValuesSpansThemAll() {
    // by hand: 5 values, smallest to largest, miss the median in 2 of 32 cases
    assertThat(Estimate.ofMedianAndRange(shuffledOneTo(5)))
        .isEqualTo(new Estimate(3, 1, 5, 0.9375));
    assertThat(Estimate.ofMedianAndRange(7).hasInterval()).isFalse();
    assertThat(Estimate.ofMedianAndRange(shuffledOneTo(10)))
        .isEqualTo(Estimate.ofMedian(shuffledOneTo(10)));
  }

  @Test
  void medianOfOddAndEvenNumbers() {
    assertThat(Estimate.ofMedian(3).value()).isEqualTo(3);
    assertThat(Estimate.ofMedian(9, 1, 5).value()).isEqualTo(5);
    assertThat(Estimate.ofMedian(9, 1, 5, 6).value()).isEqualTo(5.5);
  }

  @Test
  void zeroIsAMeasurement() {
    // a clock of whole ms sees 0 ms
    assertThat(Estimate.ofMedian(0, 0, 1).value()).isZero();
  }

  @Test
  void valuesAreNotReordered() {
    double[] values = {3, 1, 2};
    Estimate.ofMedian(values);
    assertThat(values).containsExactly(3, 1, 2);
  }

  @Test
  void refusesInvalidValues() {
    for (double[] values : new double[][] {{}, {1, Double.NaN}, {-1}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Estimate.ofMedian(values))
          .withMessageContaining(Arrays.toString(values));
    }
  }

  /** 101 and 176 ms lie in the middle; 138.5 ms is a latency that no run had. */
  @Test
  void percentilesAreNotAveraged() {
    assertThat(Estimate.ofPercentiles(176, 180, 99, 101).value()).isEqualTo(176);
    assertThat(Estimate.ofPercentiles(176, 99, 101).value()).isEqualTo(101);
    assertThat(Estimate.ofPercentiles(7).hasInterval()).isFalse();
  }

  private static double[] shuffledOneTo(int n) {
    // n + 1 - i for odd i, i for even i: in no order, each once
    return IntStream.rangeClosed(1, n)
        .map(i -> i % 2 == 1 && n % 2 == 1 ? n + 1 - i : i)
        .asDoubleStream()
        .toArray();
  }
}
