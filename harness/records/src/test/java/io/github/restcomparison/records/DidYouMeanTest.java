package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {
  private static final List<String> NAMES = List.of("WORKERS", "BACKLOG", "MAX_WAITING");

  @Test
  void nearestNameIsMeantWhateverItsCase() {
    assertThat(DidYouMean.clause("WORKRS", NAMES)).isEqualTo(" (did you mean WORKERS?)");
    assertThat(DidYouMean.clause("workers", NAMES)).isEqualTo(" (did you mean WORKERS?)");
    assertThat(DidYouMean.clause("MAX_WAITERS", NAMES)).isEqualTo(" (did you mean MAX_WAITING?)");
  }

  @Test
  void nothingIsMeantByWhatIsFarFromAll() {
    assertThat(DidYouMean.clause("SELECTORS", NAMES)).isEmpty();
    assertThat(DidYouMean.clause("X", NAMES)).isEmpty();
  }
}
