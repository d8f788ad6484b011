package io.github.restcomparison.compare.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterruptionTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "results/20261125-1200, results/20261125-1200",
        "my results/monday, 'my results/monday'",
        "it's, 'it'\\''s'"
      })
  void pathsAreQuotedForAShell(String path, String quoted) {
    assertThat(Interruption.quoted(Path.of(path))).isEqualTo(quoted);
  }
}
