package io.github.restcomparison.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A figure is one entry: where that says so, it is shown, and nothing else is touched for it. */
class NewFigureTest {
  /** 3 MiB in each run, more by one of the round's number: 3,145,728 bytes and 1, 2, 3, ... */
  private static final RunMetric MADE_UP =
      RunMetric.of("madeUp", "bytes", NewFigureTest::value)
          .called("made up", "MiB", Numbers::mebibytes)
          .in(Output.JSON, Output.GLANCE, Output.PAGE_COST);

  private static final List<RunMetric> METRICS = new ArrayList<>(RunMetrics.ALL);

  static {
    METRICS.add(MADE_UP);
  }

  @TempDir private Path folder;

  private static double value(RunRecord record) {
    return (3 << 20) + record.round();
  }

  @BeforeEach
  void threeRounds() throws IOException {
    for (int round = 1; round <= 3; round++) {
      new Records(folder).valid(Service.VERTX_REST, round, 1, 1);
    }
  }

  private String written(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void isInEveryOutputThatItsEntryNames() throws IOException {
    Report.Written made = Report.write(folder, METRICS);

    assertThat(made.terminal(TerminalStyle.PLAIN).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThan(101))
        .anyMatch(line -> line.startsWith("vertx-rest ") && line.endsWith("  made up 3 MiB"));
    assertThat(written("comparison.md"))
        .containsPattern("\\| made up, MiB \\|.*\n.*\n\\| vertx-rest \\|.*\\| 3 \\|");
    assertThat(written("comparison.csv")).contains("\r\nvertx-rest,2,VALID,madeUp,3145730,bytes");
    assertThat(written("comparison.json"))
        .containsPattern("\"madeUp\" : \\{\\s+\"median\" : 3145730.0\\s+\\}");
    assertThat(PageSource.of(folder.resolve("index.html")))
        .containsSubsequence(
            "<h2 id=\"cost-title\">",
            "<th scope=\"col\">made up, MiB</th>",
            "<td class=\"share\" style=\"--share:100%\">3</td>");
  }

  @Test
  void isInNoneThatItsEntryDoesNotName() throws IOException {
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN)).doesNotContain("made up");
    for (String page : List.of("comparison.md", "comparison.csv", "comparison.json")) {
      assertThat(written(page)).doesNotContain("madeUp").doesNotContain("made up");
    }
    assertThat(RunMetrics.GC_PAUSE.outputs()).isEmpty();
    assertThat(written("comparison.md")).doesNotContain("gcPause");
    assertThat(written("comparison.json")).doesNotContain("gcPause");
    assertThat(written("comparison.csv")).contains("gcPause");
  }

  /** What the list names is what there is: a constant that is not in it would be shown nowhere. */
  @Test
  void namesAreUnique() {
    assertThat(RunMetrics.ALL).extracting(RunMetric::name).doesNotHaveDuplicates();
  }
}
