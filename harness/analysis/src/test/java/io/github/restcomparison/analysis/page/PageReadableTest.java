package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Eight variants and five rounds, on a desk and on a phone, by day and by night. */
class PageReadableTest {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  @TempDir private static Path comparison;
  private static Path page;
  private static Chromium chromium;
  private static Page desk;

  /** The page on a desk by day, for the tests that look at nothing else. */
  private static Page desk() {
    if (desk == null) {
      desk = chromium.open(page, 1_280);
    }
    return desk;
  }

  @BeforeAll
  static void eightVariantsAndFiveRounds() throws IOException {
    Records records = new Records(comparison);
    for (int round = 1; round <= 5; round++) {
      for (int variant = 0; variant < 8; variant++) {
        Service service = Service.values()[variant % 3];
        double step = 1 - variant * 0.03 + (round * 7 % 10) * 0.002;
        RunRecord record =
            Records.named(
                Records.record(service, round, step, 2 - step),
                variant == 7
                    ? "a-server-with-a-name-of-48-characters-in-all-here"
                    : "variant-" + variant,
                "x/index.html");
        records.writeWithSamples(
            variant == 6 && round == 3
                ? Records.withStatus(record, Status.INVALID, "the host was disturbed")
                : record);
      }
    }
    Report.write(comparison);
    page = comparison.resolve("index.html");
    chromium = Chromium.start();
    Files.createDirectories(SCREENSHOTS);
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, LIGHT", "390, DARK"})
  void nothingIsWiderThanTheWindow(int width, ColorScheme colours) {
    Page shown = chromium.open(page, width, colours);
    if (Boolean.getBoolean("update")) {
      shown.screenshot(
          new Page.ScreenshotOptions()
              .setFullPage(true)
              .setPath(SCREENSHOTS.resolve("page-%d-%s.png".formatted(width, colours))));
    }
    Object overflow =
        shown.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assertThat(overflow).isEqualTo(0);
    for (String chart :
        List.of("throughput", "latency", "cost", "pairs-throughput", "pairs-cpu", "time")) {
      assertThat(shown.locator("#chart-" + chart + " svg").boundingBox().width)
          .as(chart)
          .isBetween(width * 0.8, (double) width);
    }
    // Every variant is named in the chart itself, if only by its beginning.
    assertThat(shown.locator("#chart-throughput").innerText()).contains("variant-0", "variant-6");
    assertThat(chromium.complaints()).hasSize(1);
  }

  /** One is ranked and one is not, each with a long name or a long reason. */
  @ParameterizedTest
  @ValueSource(ints = {1_280, 390})
  void noNameIsCutOffOrBroken(int width, @TempDir Path folder) throws IOException {
    RunRecord record = Records.record(Service.VERTX_REST, 1, 1, 1);
    new Records(folder).write(Records.named(record, "jersey-vertx-virtual", "x/index.html"));
    RunRecord invalid = Records.record(Service.JERSEY_ASYNC, 1, 1, 1);
    new Records(folder)
        .write(Records.withStatus(invalid, Status.INVALID, "the host was disturbed ".repeat(9)));
    Report.write(folder);
    Page shown = chromium.open(folder.resolve("index.html"), width);
    shown.locator("#chart-throughput svg").waitFor();
    assertThat(Chromium.cutOff(shown)).isEmpty();
    assertThat(shown.locator(".overview tbody th").first().boundingBox().height).isLessThan(40);
    assertThat(shown.locator(".overview .unranked").boundingBox().width).isGreaterThan(width / 2.0);
  }

  /** With one of each thing. */
  @Test
  void isUsableByEveryone(@TempDir Path folder) throws IOException {
    Records records = new Records(folder);
    for (int round = 1; round <= 3; round++) {
      records.writeWithSamples(Records.record(Service.VERTX_REST, round, 1, 1));
      records.valid(Service.JERSEY_ASYNC, round, 0.9 + round / 100.0, 1.1);
    }
    records.broken(Service.JERSEY_SYNC, 1, Status.INVALID, "the host was disturbed");
    Report.write(folder);
    ReadablePage.assertReadable(folder, 8);
  }

  @Test
  void keyboardReachesAllControls() {
    Page shown = desk();
    shown.locator("#run").focus();
    String before = shown.locator("#run option:checked").innerText();
    shown.keyboard().press("ArrowDown");
    assertThat(shown.locator("#run option:checked").innerText()).isNotEqualTo(before);
  }
}
