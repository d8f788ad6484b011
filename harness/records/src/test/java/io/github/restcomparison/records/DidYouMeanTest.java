package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {
  private static final List<String> NAMES = List.of("WORKERS", "BACKLOG", "MAX_WAITING");

  @Test
  void nearestNameIsMeantWhateverItsCase() {
    assertThat(DidYouMean.of("WORKRS", NAMES)).hasValue("WORKERS");
    assertThat(DidYouMean.of("workers", NAMES)).hasValue("WORKERS");
    assertThat(DidYouMean.of("MAX_WAITERS", NAMES)).hasValue("MAX_WAITING");
  }

  @Test
  void nothingIsMeantByWhatIsFarFromAll() {
    assertThat(DidYouMean.of("SELECTORS", NAMES)).isEmpty();
    assertThat(DidYouMean.clause("X", NAMES)).isEmpty();
  }
}
