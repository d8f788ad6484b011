package io.github.restcomparison.records.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> NAMES = List.of("WORKERS", "BACKLOG", "MAX_WAITING");

  @Test
  void nearestNameIsSuggestedInAnyCase() {
    assertThat(SettingException.didYouMean("WORKRS", NAMES)).isEqualTo(" (did you mean WORKERS?)");
    assertThat(SettingException.didYouMean("workers", NAMES)).isEqualTo(" (did you mean WORKERS?)");
    assertThat(SettingException.didYouMean("MAX_WAITERS", NAMES))
        .isEqualTo(" (did you mean MAX_WAITING?)");
  }

  @Test
  void dissimilarNameHasNoSuggestion() {
    assertThat(SettingException.didYouMean("SELECTORS", NAMES)).isEmpty();
    assertThat(SettingException.didYouMean("X", NAMES)).isEmpty();
  }
}
