package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTest {

  /**
   * scipy 1.17.1, and the exact power by the noncentral t of statsmodels 0.15.0:
   *
   * <pre>
   * np.expm1((stats.t.ppf(1-l/2, R-1) + stats.t.ppf(.8, R-1)) * s / np.sqrt(R))
   * np.expm1(s * TTestPower().solve_power(nobs=R, alpha=l, power=.8))
   * </pre>
   */
  @ParameterizedTest
  @CsvSource({
    "0.0424, 10, 0.05, 0.0430779007676687, 0.043134873832334206",
    "0.0424, 10, 0.016666666666666666, 0.0525069679645717, 0.05324421897340805",
    "0.1, 6, 0.05, 0.15313437883254727, 0.15425430714527402",
    "0.03, 30, 0.05, 0.016007556159827647, 0.01600378153813492"
  })
  void smallestDetectableAgreesWithScipyAndNearlyWithTheExactPower(
      double standardDeviation, int rounds, double level, double formula, double exact) {
    double detectable = Power.smallestDetectable(standardDeviation, rounds, level);

    assertThat(detectable).isCloseTo(formula, within(1e-9));
    assertThat(detectable / exact).isCloseTo(1, within(0.02));
  }

  /**
   * The first R at which the formula above is not beyond the difference; statsmodels' solve_power
   * agrees on all.
   */
  @ParameterizedTest
  @CsvSource({
    "0.0424, 0.05, 0.05, 9",
    "0.1, 0.05, 0.05, 35",
    "0.1, 0.05, 0.016666666666666666, 47",
    "0.03, 0.1, 0.05, 3",
    "1, 0.05, 0.05, 3300",
    "0, 0.05, 0.05, 2"
  })
  void roundsNeededAgreesWithScipy(
      double standardDeviation, double difference, double level, int rounds) {
    assertThat(Power.roundsNeeded(standardDeviation, difference, level)).isEqualTo(rounds);
  }

  /** By hand: the first R with pairs * 2 / 2^R below 0.05. */
  @ParameterizedTest
  @CsvSource({
    "1, 6", "2, 7", "3, 7", "4, 8", "6, 8", "10, 9", "15, 10", "21, 10", "25, 10", "26, 11",
    "28, 11"
  })
  void fewestRoundsIsWhereTheSmallestPIsBelowHolmsFirstStep(int pairs, int rounds) {
    assertThat(Power.fewestRounds(pairs, 0.05)).isEqualTo(rounds);
  }

  @Test
  void refusesArgumentsOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Power.smallestDetectable(0.1, 1, 0.05))
        .withMessageContaining("rounds = 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Power.smallestDetectable(Double.NaN, 5, 0.05))
        .withMessageContaining("standard deviation = NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Power.roundsNeeded(0.1, 0, 0.05))
        .withMessageContaining("difference = 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Power.fewestRounds(0, 0.05))
        .withMessageContaining("pairs = 0");
  }
}
