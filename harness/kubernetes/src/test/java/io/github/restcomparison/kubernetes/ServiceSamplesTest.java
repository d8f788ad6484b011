package io.github.restcomparison.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.figures.Injectors.Throttling;
import org.junit.jupiter.api.Test;

class ServiceSamplesTest {
  private static final String LOG =
      """
      cpu  AMD EPYC 9R14
      sample 1763906400000000 1000000 20 0 0 52428800
      sample 1763906401000000 1900000 30 4 120000 54525952
      bash: line 1: something else
      sample 1763906402000000 2900000 40 9 420000 54525953
      sample 1763906403000000 29000
      """;

  @Test
  void readsTheSamplersLinesOnly() {
    assertThat(ServiceSamples.of(LOG).usage())
        .hasSize(3)
        .first()
        .isEqualTo(new CgroupSample(1_763_906_400_000L, 1_000_000, 52_428_800));
    assertThat(ServiceSamples.of("").usage()).isEmpty();
  }

  @Test
  void throttlingIsThatOfTheLoadAlone() {
    ServiceSamples samples = ServiceSamples.of(LOG);
    assertThat(samples.throttling(0)).contains(new Throttling(20, 9, 420_000));
    assertThat(samples.throttling(1_763_906_400_500L)).contains(new Throttling(10, 5, 300_000));
    assertThat(samples.throttling(1_763_906_401_500L)).as("one sample").isEmpty();
  }

  @Test
  void noThrottlingWithoutACpuLimit() {
    assertThat(ServiceSamples.of(LOG.replaceAll(" [234]0 \\d ", " 0 0 ")).throttling(0)).isEmpty();
  }
}
