package io.github.restcomparison.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0",
        "12|12",
        "9550.4|9,550",
        "1234567|1,234,567",
        "95.48|95.5",
        "99.97|100",
        "99.94|99.9",
        "33.449|33.4",
        "0.012345|0.0123",
        "2.5|2.5"
      })
  void wholeOrThreeDigits(double value, String text) {
    assertThat(Numbers.of(value)).isEqualTo(text);
  }
}
