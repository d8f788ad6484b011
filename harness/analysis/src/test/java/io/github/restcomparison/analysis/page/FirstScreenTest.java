package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.github.restcomparison.analysis.PageSource;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Rounds;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.StartCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader sees who has a minute. */
class FirstScreenTest {
  private static final int HEIGHT = 800;

  @TempDir private static Path comparison;
  private static Chromium chromium;

  @BeforeAll
  static void tenRounds() throws IOException {
    Records records = new Records(comparison);
    for (int round = 1; round <= 10; round++) {
      double step = (round - 5) * 0.001;
      records.writeWithSamples(Records.record(Service.VERTX_REST, round, 1 + step, 1 - step));
      records.writeWithSamples(
          Records.record(Service.JERSEY_ASYNC, round, 1 - 2 * step, 1 + 2 * step));
      records.writeWithSamples(Records.record(Service.JERSEY_SYNC, round, 1, 1 + step));
    }
    StartCommand.write(comparison, List.of("run", "--for", "10m", "--expect", "body=it's"));
    Report.write(comparison);
    chromium = Chromium.start();
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  private static Page page(int width) {
    return chromium.asRead(comparison.resolve("index.html"), width);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_280, 390})
  void itHasABarForEachVariantTheDateTheMachineAndTheCommand(int width) {
    Page page = page(width);
    assertThat(page.locator("details[open]").count()).isZero();
    assertThat(page.locator(".top").innerText())
        .containsPattern("20\\d\\d-\\d\\d-\\d\\d .*CPUs? .*1,000 users");
    assertThat(page.locator("#command").innerText().strip())
        .isEqualTo("./compare run --for 10m --expect 'body=it'\\''s'");
    Locator rows = page.locator(".overview li");
    assertThat(rows.allInnerTexts())
        .satisfiesExactly(
            first ->
                assertThat(first).contains("vertx-rest", "9,555/s", "p99 152 ms", "33.5 µs CPU"),
            second ->
                assertThat(second)
                    .contains("jersey-async", "vertx-rest: at least 10 % more requests"),
            third ->
                assertThat(third).contains("jersey-sync", "vertx-rest: at least 79 % less CPU"));
    BoundingBox last = rows.last().boundingBox();
    assertThat(last.y + last.height).isLessThan(HEIGHT);
    assertThat(page.locator("#chart-latency svg").boundingBox().height).isGreaterThan(200);
    double most = page.locator(".bar .fill").first().boundingBox().width;
    double least = page.locator(".bar .fill").last().boundingBox().width;
    assertThat(least / most).isCloseTo(1_970 / 9_555.0, within(0.01));
    assertThat(page.locator(".bar").first().locator(".round").count()).isEqualTo(10);
  }

  /** A chart that is drawn while nobody sees it has no size. */
  @Test
  void anyNameBecomesTheBaselineAndWhatIsOpenedIsDrawn() {
    Page page = page(1_280);
    page.locator(".overview .name").last().click();
    assertThat(page.locator("[data-against=vertx-rest]").innerText())
        .contains("at least 4.8 times as many requests", "at least 79 % less CPU");
    assertThat(page.locator("[data-against=jersey-sync]").innerText()).isEmpty();

    assertThat(page.locator("#chart-cost svg").count()).isZero();
    page.locator("#cost > summary").click();
    page.locator("#chart-cost svg").waitFor();
    assertThat(page.locator("#chart-cost svg").boundingBox().width).isGreaterThan(1_000);
    assertThat(chromium.complaints()).hasSize(1);
  }

  @Test
  void whoIsNotRankedIsThereWithTheReason(@TempDir Path folder) throws IOException {
    Records records = new Records(folder);
    Rounds.write(records, 3);
    records.broken(Service.JERSEY_ASYNC, 2, Status.FAILED, "37 requests failed");
    Report.write(folder);
    assertThat(PageSource.of(folder.resolve("index.html")))
        .contains("role=\"status\">FAILED: ")
        .contains(
            "<span class=\"unranked objection\">FAILED, not ranked (2 of 3 runs valid): 37 requests failed</span>");
  }

  @Test
  void oneRoundIsAPreview(@TempDir Path folder) throws IOException {
    Rounds.write(new Records(folder), 1);
    Report.write(folder);
    assertThat(PageSource.of(folder.resolve("index.html")))
        .contains("<title>REST comparison: Preview</title>")
        .contains("role=\"status\">Preview: 1 round; a verdict takes 3 rounds");
  }
}
