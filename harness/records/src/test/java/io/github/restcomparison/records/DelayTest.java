package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.LoadSpec.Delay;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTest {
  @ParameterizedTest
  @CsvSource({
    "fixed, 1000, 1000",
    "uniform, 0, 500",
    "shared-tick, 0, 1000",
    "http, 1000, 1000",
    "sql, 1000, 1000",
    "stated, 0, 1000"
  })
  void eachKindHasItsShortestAndMeanWait(String kind, long shortestMs, long meanMs) {
    Delay delay = new Delay(kind, Duration.ofSeconds(1));
    assertThat(delay.shortest()).hasMillis(shortestMs);
    assertThat(delay.mean()).hasMillis(meanMs);
  }
}
