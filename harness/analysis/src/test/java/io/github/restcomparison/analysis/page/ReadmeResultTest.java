package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** README's first result is what {@code compare report} prints for the records that are kept. */
class ReadmeResultTest {
  private static final Path ROOT = Path.of("../..");
  private static final String COMMAND = "    $ ./compare run";

  @TempDir private Path folder;

  @Test
  void isTheTerminalsTextOfTheKeptRecords() throws IOException {
    KeptRecords.copy("runtimes", folder);
    List<String> block =
        Files.readAllLines(ROOT.resolve("README.md")).stream()
            .dropWhile(line -> !line.startsWith(COMMAND))
            .dropWhile(line -> line.contains(" --"))
            .takeWhile(line -> line.startsWith("    "))
            .map(String::strip)
            .toList();

    assertThat(block).hasSizeGreaterThan(3);
    assertThat(
            Report.write(folder)
                .terminal(TerminalStyle.PLAIN)
                .lines()
                .map(String::strip)
                .limit(block.size())
                .toList())
        .isEqualTo(block);
  }
}
