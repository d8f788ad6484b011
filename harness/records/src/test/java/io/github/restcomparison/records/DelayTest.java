package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTest {
  @ParameterizedTest
  @CsvSource({
    "FIXED, 1000, 1000",
    "UNIFORM, 0, 500",
    "SHARED_TICK, 0, 1000",
    "HTTP, 1000, 1000",
    "SQL, 1000, 1000",
    "STATED, 0, 1000"
  })
  void eachKindHasItsShortestAndMeanWait(Wait kind, long shortestMs, long meanMs) {
    Delay delay = new Delay(kind, Duration.ofSeconds(1));
    assertThat(delay.shortest()).hasMillis(shortestMs);
    assertThat(delay.mean()).hasMillis(meanMs);
  }
}
