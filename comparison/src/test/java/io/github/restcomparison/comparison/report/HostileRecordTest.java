package io.github.restcomparison.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.comparison.record.RunRecord;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import io.github.restcomparison.comparison.report.Records.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a record holds is text on a page, and nothing else. */
class HostileRecordTest {

  private static final String SCRIPT = "<script>alert(1)</script>";

  @TempDir private Path folder;

  @Test
  void markupIsShownAsText() throws IOException {
    RunRecord run = Records.record(Service.VERTX_REST, 1, 1, 1);
    RunRecord named = Records.named(run, SCRIPT + "|*x*", "javascript:alert(1)");
    new Records(folder).write(Records.withStatus(named, Status.INVALID, "no " + SCRIPT));
    Report.write(folder);

    String html = Files.readString(folder.resolve("index.html"));
    assertThat(html).contains("&lt;script&gt;").doesNotContain("<script", "javascript:");
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("&lt;script&gt;", "\\|\\*x\\*")
        .doesNotContain("<script", "javascript:");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "~a,b~, ~\"a,b\"~",
        "~a\"b~, ~\"a\"\"b\"~",
        "~a\nb~, ~\"a\nb\"~",
        "~=1+1~, ~'=1+1~",
        "~@SUM(1,2)~, ~\"'@SUM(1,2)\"~"
      })
  void csvIsQuotedAndRunsNoFormula(String name, String cell) throws IOException {
    RunRecord run = Records.record(Service.VERTX_REST, 1, 1, 1);
    new Records(folder).write(Records.named(run, name, "x"));
    Report.write(folder);

    assertThat(Files.readString(folder.resolve("comparison.csv")))
        .contains("\r\n" + cell + ",1,VALID,throughput,9550,requests/s\r\n");
  }

  @Test
  void terminalIsNotSteered() throws IOException {
    RunRecord run = Records.record(Service.VERTX_REST, 1, 1, 1);
    new Records(folder).write(Records.named(run, "\u001b[31mred", "x"));
    assertThat(ConsoleTable.render(Report.write(folder))).doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "https://example.org/",
        "//example.org/",
        "/etc/passwd",
        "data:text/html,x",
        ""
      })
  void onlyRelativePathsAreLinks(String path) {
    assertThat(RelativeLink.to(path)).isEmpty();
  }

  @Test
  void relativePathsAreEncoded() {
    assertThat(RelativeLink.to("../gatling/a b>/index.html"))
        .contains("../gatling/a%20b%3E/index.html");
    assertThat(RelativeLink.to("\\\\host\\x")).contains("%5C%5Chost%5Cx");
  }
}
