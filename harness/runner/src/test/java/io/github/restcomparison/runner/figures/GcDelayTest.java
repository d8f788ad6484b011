package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcDelayTest {
  private static final Usage USAGE = new Usage(KeptTime.whole(new Window(1_500, 3_000)), 1);

  /**
   * Two pauses of 15 ms in the first second, half of which is in the window, and one of 40 ms in
   * the next: (450 / 2 + 1600) ms² in 1500 ms are 1.21667 ms.
   */
  @Test
  void isTheSumOfTheSquaresOfThePausesByTheWindow() {
    List<JvmSample> samples =
        List.of(jvm(0, 7, 900), jvm(1_000, 7, 900), jvm(2_000, 9, 930), jvm(3_000, 10, 970));
    assertThat(delay(samples)).isEqualTo(1_216.667);
  }

  @Test
  void isNoneWithoutCollections() {
    assertThat(delay(List.of(jvm(1_000, 3, 70), jvm(4_000, 3, 70)))).isEqualTo(0);
  }

  @Test
  void isUnknownWithoutSamplesAroundTheWindow() {
    assertThat(delay(List.of())).isNaN();
    assertThat(delay(List.of(jvm(100, 1, 1), jvm(1_500, 2, 9)))).isNaN();
  }

  private static JvmSample jvm(long atMs, long gcs, long gcMs) {
    double unknown = Double.NaN;
    return new JvmSample(
        atMs,
        new Heap(unknown, gcs, gcMs, unknown),
        unknown,
        new Requests(unknown, unknown, unknown, unknown));
  }

  private static double delay(List<JvmSample> samples) {
    return Usage.rounded(USAGE.gcDelayMicros(samples));
  }
}
