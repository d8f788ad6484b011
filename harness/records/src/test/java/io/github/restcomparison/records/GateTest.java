package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateTest {
  /** The table has a row for each, in which a reader of a page finds the name. */
  @Test
  void troubleshootingExplainsEachByItsName() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../../docs/troubleshooting.md")).stream()
            .filter(line -> line.matches("\\| `\\w+` \\|.*"))
            .map(line -> line.replaceFirst("\\| `(\\w+)` .*", "$1"))
            .toList();
    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Gate.values()).map(Gate::toString).toList());
  }
}
