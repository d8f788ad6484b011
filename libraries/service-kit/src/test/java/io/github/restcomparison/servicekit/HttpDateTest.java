package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpDateTest {
  private final HttpDate date = new HttpDate();

  /**
   * The example of RFC 9110, 5.6.7; by {@code date -ud "1994-11-06 08:49:37" +%s} it is 784111777.
   */
  @Test
  void dayOfOneDigitHasAZeroBeforeIt() {
    assertThat(date.at(784_111_777)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(date.at(784_111_778)).isEqualTo("Sun, 06 Nov 1994 08:49:38 GMT");
  }

  @Test
  void isFormattedOnceASecond() {
    assertThat(date.at(784_111_777)).isSameAs(date.at(784_111_777));
    assertThat(date.now()).endsWith(" GMT");
  }
}
