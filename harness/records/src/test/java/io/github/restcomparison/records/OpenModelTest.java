package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.github.restcomparison.records.OpenModel.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenModelTest {
  @Test
  void constantRateIsEvenlySpaced() {
    OpenModel model = model("500/s", 30);
    assertThat(model.requests()).isEqualTo(15_000);
    assertThat(model.scheduledNanos(0)).isZero();
    assertThat(model.scheduledNanos(1)).isEqualTo(2_000_000);
    assertThat(model.scheduledNanos(14_999)).isEqualTo(29_998_000_000L);
  }

  /**
   * From 100/s to 300/s in 10 s by hand: (100 + 300) / 2 x 10 = 2000 requests. N(t) = 100 t + 10
   * t²: after 5 s 750 are scheduled, after 10 s 2000; number 440 is scheduled when 10 t² + 100 t =
   * 440, at t = -5 + sqrt(25 + 44) = 3.306624 s.
   */
  @Test
  void rampCountsTheAreaUnderItsLine() {
    OpenModel model = model("100..300/s", 10);
    assertThat(model.requests()).isEqualTo(2_000);
    assertThat(model.scheduledNanos(750)).isEqualTo(5_000_000_000L);
    assertThat(model.scheduledNanos(2_000)).isEqualTo(10_000_000_000L);
    assertThat(model.scheduledNanos(440) / 1e9).isCloseTo(3.306624, offset(1e-6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000/s", "100..4000/s", "0.5/s"})
  void rateIsReadBack(String rate) {
    assertThat(model(rate, 30).rate()).hasToString(rate);
    assertThat(model(model(rate, 30).rate().toString(), 30)).isEqualTo(model(rate, 30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "fast",
        "4000/m",
        "1..2..3",
        "..5",
        "1e3",
        "1000001",
        "NaN",
        "5..0",
        "4000..100/s"
      })
  void invalidRateIsRefused(String rate) {
    assertThatThrownBy(() -> model(rate, 30)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void warmUpHasTheMeanRate() {
    OpenModel growing = model("100..300/s", 10).warmUp(Duration.ofSeconds(60));
    assertThat(growing.rate()).hasToString("200/s");
    assertThat(growing.requests()).isEqualTo(12_000);
  }

  private static OpenModel model(String rate, int seconds) {
    return new OpenModel(Rate.of(rate), seconds);
  }
}
