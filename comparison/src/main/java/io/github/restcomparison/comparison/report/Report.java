package io.github.restcomparison.comparison.report;

import io.github.restcomparison.comparison.record.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** From the records in the folder of a comparison to its pages. */
public final class Report {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private Report() {}

  /**
   * Reads {@code runs/*}{@code /run.json} and writes {@code comparison.json}, {@code .csv}, {@code
   * .md} and {@code index.html} beside {@code runs}. A record that cannot be read is named on the
   * pages and left out of every figure.
   *
   * @param comparison the folder of the comparison
   * @return what the pages say
   * @throws IOException in one line, where there is no record that can be read, or a page cannot be
   *     written
   */
  public static Comparison write(Path comparison) throws IOException {
    RecordedRuns runs = RecordedRuns.read(comparison);
    Comparison summary = Summary.of(runs);
    write(comparison.resolve("comparison.json"), JSON.writeValueAsString(summary) + "\n");
    write(comparison.resolve("comparison.csv"), CsvTable.render(runs));
    write(comparison.resolve("comparison.md"), MarkdownPage.render(summary));
    write(
        comparison.resolve("index.html"),
        HtmlPage.render(summary, ChartData.of(runs, Summary.variants(runs), summary)));
    return summary;
  }

  private static void write(Path file, String content) throws IOException {
    RunFolder.writeWhole(file, content.getBytes(StandardCharsets.UTF_8));
  }
}
