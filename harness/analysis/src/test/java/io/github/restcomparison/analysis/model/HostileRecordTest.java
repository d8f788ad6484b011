package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Chromium;
import io.github.restcomparison.analysis.page.Page.Link;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
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
    assertThat(html).contains("&lt;script&gt;");
    // The data of the charts and the two scripts of the page; no fourth.
    assertThat(html.split("<script", -1)).hasSize(1 + 3);
    assertThat(html.substring(0, html.indexOf("<script"))).doesNotContain("javascript:");
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("&lt;script&gt;", "\\|\\*x\\*")
        .doesNotContain("<script", "javascript:");
  }

  /** A script that a name smuggled in would set it. */
  @Test
  void noTextOfARecordRunsInABrowser() throws IOException {
    String image = "<img src=x onerror=\"window.smuggled=1\">";
    for (int round = 1; round <= 2; round++) {
      RunRecord run = Records.record(Service.VERTX_REST, round, 1, 1);
      new Records(folder).writeWithSamples(Records.named(run, "</script>" + SCRIPT + image, "x"));
    }
    Report.write(folder);
    try (Chromium chromium = Chromium.start()) {
      Page page = chromium.open(folder.resolve("index.html"), 1_280);
      // What a mouse would show
      page.evaluate(
          """
          () => echarts.getInstanceByDom(document.getElementById('chart-throughput'))
              .dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 0})
          """);
      assertThat(page.locator("#chart-throughput").innerText()).contains("onerror");
      assertThat(page.evaluate("window.smuggled")).isNull();
      assertThat(page.locator("img").count()).isZero();
      assertThat(chromium.complaints()).hasSize(1);
    }
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
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN)).doesNotContain("\u001b");
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
    assertThat(Link.of("a link", path)).isEmpty();
  }

  @Test
  void relativePathsAreEncoded() {
    assertThat(Link.of("a link", "../gatling/a b>/index.html").map(Link::href))
        .contains("../gatling/a%20b%3E/index.html");
    assertThat(Link.of("a link", "\\\\host\\x").map(Link::href)).contains("%5C%5Chost%5Cx");
  }
}
