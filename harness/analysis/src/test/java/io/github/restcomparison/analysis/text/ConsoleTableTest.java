package io.github.restcomparison.analysis.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTableTest {

  @TempDir private Path folder;

  @Test
  void fitsATerminal() throws IOException {
    Rounds.write(new Records(folder), 10);
    String table = ConsoleTable.render(Report.write(folder));

    assertThat(table.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(101));
    assertThat(table)
        .startsWith("VALID: 10 rounds\n")
        .containsPattern("vertx-rest +9,555 +95.5 % +█{17}░ +102 +140 +33.5 +600 +24\n");
  }
}
