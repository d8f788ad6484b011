package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.github.restcomparison.records.OpenModel.Rate;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenModelTest {
  private static final int DELAY_MS = 100;

  @Test
  void constantRateIsEvenlySpaced() {
    OpenModel model = model("500/s", 30);
    assertThat(model.requests()).isEqualTo(15_000);
    assertThat(model.dueNanos(0)).isZero();
    assertThat(model.dueNanos(1)).isEqualTo(2_000_000);
    assertThat(model.dueNanos(14_999)).isEqualTo(29_998_000_000L);
  }

  /** A third of 1000/s, and of 71 connections 24, 24 and 23. */
  @Test
  void partsAreTogetherTheWhole() {
    OpenModel whole = new OpenModel(new Rate(1_000, 1_000), 30, 71, false);
    List<OpenModel> parts =
        IntStream.rangeClosed(1, 3).mapToObj(number -> whole.partOf(number, 3)).toList();
    assertThat(parts).extracting(OpenModel::connections).containsExactly(24, 24, 23);
    assertThat(parts.getFirst().requests()).isEqualTo(10_000);
  }

  /**
   * From 100/s to 300/s in 10 s by hand: (100 + 300) / 2 x 10 = 2000 requests. N(t) = 100 t + 10
   * t²: after 5 s 750 have come, after 10 s 2000; number 440 comes where 10 t² + 100 t = 440, at t
   * = -5 + sqrt(25 + 44) = 3.306624 s.
   */
  @Test
  void rampCountsTheAreaUnderItsLine() {
    OpenModel model = model("100..300/s", 10);
    assertThat(model.requests()).isEqualTo(2_000);
    assertThat(model.dueNanos(750)).isEqualTo(5_000_000_000L);
    assertThat(model.dueNanos(2_000)).isEqualTo(10_000_000_000L);
    assertThat(model.dueNanos(440) / 1e9).isCloseTo(3.306624, offset(1e-6));
  }

  /** From 300/s down to 100/s: N(t) = 300 t - 10 t², so 1250 after 5 s and 2000 after 10 s. */
  @Test
  void rampMayFall() {
    OpenModel model = model("300..100/s", 10);
    assertThat(model.requests()).isEqualTo(2_000);
    assertThat(model.dueNanos(1_250)).isEqualTo(5_000_000_000L);
    assertThat(model.dueNanos(2_000)).isEqualTo(10_000_000_000L);
  }

  /** 500/s of 100 ms keep 50 busy. */
  @Test
  void poolIsTwiceWhatIsBusyAndTen() {
    assertThat(model("500", 30).connections()).isEqualTo(110);
    assertThat(model("100..500", 30).connections()).isEqualTo(110);
    assertThatThrownBy(
            () -> OpenModel.of("1000000", 1, OptionalInt.empty(), false, DELAY_MS).connections())
        .hasMessageContaining("needs 200010 connections");
    assertThat(OpenModel.of("500", 1, OptionalInt.of(7), false, DELAY_MS).connections())
        .isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000/s", "100..4000/s", "0.5/s", "4000..100/s"})
  void rateIsWrittenAsItIsRead(String rate) {
    assertThat(model(rate, 30).rate()).hasToString(rate);
    assertThat(model(model(rate, 30).rate().toString(), 30)).isEqualTo(model(rate, 30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "0", "-1", "fast", "4000/m", "1..2..3", "..5", "1e3", "1000001", "NaN", "5..0"
      })
  void whatIsNoRateIsRefused(String rate) {
    assertThatThrownBy(() -> model(rate, 30)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void warmUpComesAtTheMeanRate() {
    OpenModel steady = model("100..300/s", 10).steadyFor(Duration.ofSeconds(60));
    assertThat(steady.rate()).hasToString("200/s");
    assertThat(steady.requests()).isEqualTo(12_000);
    assertThat(steady.connections()).isEqualTo(model("100..300/s", 10).connections());
  }

  private static OpenModel model(String rate, int seconds) {
    return OpenModel.of(rate, seconds, OptionalInt.empty(), false, DELAY_MS);
  }
}
