package io.github.restcomparison.analysis.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.PageSource;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A figure is one entry: it is in each output that its entry names, and in no other. */
class RunMetricTest {
  private static final List<Output> TABLES =
      List.of(Output.PAGE_THROUGHPUT, Output.PAGE_LATENCY, Output.PAGE_COST);

  @TempDir private static Path folder;
  private static Report.Result written;
  private static VariantRuns variant;

  @BeforeAll
  static void threeRounds() throws IOException {
    for (int round = 1; round <= 3; round++) {
      new Records(folder).valid(Service.VERTX_REST, round, 1 + round / 1e3, 1);
      new Records(folder).valid(Service.JERSEY_SYNC, round, 1, 1);
    }
    written = Report.write(folder);
    variant = written.comparison().variants().getFirst();
  }

  private static String file(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private static Stream<RunMetric> measured() {
    return RunMetric.ALL.stream().filter(metric -> variant.figure(metric).hasValue());
  }

  @Test
  void everyFigureIsInTheCsv() throws IOException {
    String csv = file("comparison.csv");
    assertThat(measured().count()).isGreaterThan(30);
    assertThat(measured())
        .allSatisfy(
            each -> assertThat(csv).contains("\r\nvertx-rest,2,VALID," + each.name() + ","));
    assertThat(csv).contains("\r\nvertx-rest,2,VALID,heapAfterGc,9861224,bytes\r\n");
  }

  @Test
  void jsonHasThoseThatNameIt() throws IOException {
    JsonNode json = JsonMapper.shared().readTree(file("comparison.json")).at("/variants/0");
    assertThat(measured())
        .allSatisfy(
            each -> {
              assertThat(json.at("/%s/median".formatted(each.name())).isNumber())
                  .isEqualTo(each.hasOutput(Output.JSON));
              assertThat(json.at("/latency/%s/median".formatted(each.name())).isNumber())
                  .isEqualTo(each.hasOutput(Output.JSON_LATENCY));
            });
  }

  @Test
  void tablesHaveThoseThatNameThem() throws IOException {
    String markdown = file("comparison.md");
    String html = PageSource.of(folder.resolve("index.html"));
    assertThat(measured().filter(each -> each != RunMetric.MEAN)) // of an open model: OpenModelTest
        .allSatisfy(
            each -> {
              boolean isShown = TABLES.stream().anyMatch(each::hasOutput);
              assertThat(markdown.contains(" | " + each.head() + " |")).isEqualTo(isShown);
              assertThat(html.contains("<th scope=\"col\">" + each.head() + "</th>"))
                  .isEqualTo(isShown);
            });
    // 9,861,224 bytes, and the greatest of all has the longest bar
    assertThat(markdown)
        .containsPattern("\\| heap after GC, MiB \\|.*\n.*\n\\| vertx-rest \\|.*\\| 9\\.4 \\|");
    assertThat(html).contains("<td class=\"share\" style=\"--share:100%\">9.4</td>");
  }

  @Test
  void terminalHasThoseThatNameIt() {
    assertThat(written.terminal(TerminalStyle.PLAIN).lines().findFirst().orElseThrow())
        .hasSizeLessThan(101)
        .contains(
            measured()
                .filter(each -> each.hasOutput(Output.GLANCE) && each != RunMetric.MEAN)
                .map(each -> each.glance(variant.median(each)))
                .toArray(String[]::new));
  }

  /** A constant that is not in the list would be shown nowhere. */
  @Test
  void namesAreUnique() {
    assertThat(RunMetric.ALL).extracting(RunMetric::name).doesNotHaveDuplicates();
  }
}
