package io.github.restcomparison.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.github.restcomparison.comparison.record.RunRecord.Status;
import io.github.restcomparison.comparison.report.Records.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlPageTest {
  @TempDir private Path comparison;
  private Path page;

  @BeforeEach
  void twoServicesAndOneThatFailed() throws IOException {
    Records records = new Records(comparison);
    records.valid(Service.VERTX_REST, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    records.broken(Service.JERSEY_ASYNC, 1, Status.FAILED, "37 requests failed");
    Report.write(comparison);
    page = comparison.resolve("index.html");
  }

  @Test
  void whatIsAbsentIsLeftOutAndNotNamed() throws IOException {
    assertThat(Files.readString(page))
        .contains("37 requests failed")
        .doesNotContain("Optional", "null", "NaN");
  }

  /** In Debian's Chromium; skipped, and said to be, where it is not installed. */
  @Test
  void browserShowsBarsAgainstCeilingsAndAsksNobody() {
    Path chromium = Path.of("/usr/bin/chromium");
    assumeThat(chromium).as("Chromium to look at the page with").exists();
    BrowserType.LaunchOptions options =
        new BrowserType.LaunchOptions()
            .setExecutablePath(chromium)
            .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking"));
    Playwright.CreateOptions noDownload =
        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
    try (Playwright playwright = Playwright.create(noDownload);
        Browser browser = playwright.chromium().launch(options)) {
      Page shown = browser.newPage();
      List<String> complaints = new ArrayList<>();
      shown.onConsoleMessage(message -> complaints.add(message.text()));
      shown.onRequest(request -> complaints.add(request.url()));
      shown.navigate(page.toUri().toString());
      assertThat(complaints).containsExactly(page.toUri().toString());

      double ceiling = width(shown, "vertx-rest", "room");
      assertThat(ceiling).isGreaterThan(500);
      // 9,550 of 10,000, and 1,970 of 2,000 on the same scale
      assertThat(width(shown, "vertx-rest", "bar") / ceiling).isBetween(0.93, 0.97);
      assertThat(width(shown, "jersey-sync", "room") / ceiling).isBetween(0.19, 0.21);
      assertThat(shown.locator(".status").innerText()).startsWith("FAILED");

      shown.setViewportSize(390, 800);
      Object overflow =
          shown.evaluate(
              "document.documentElement.scrollWidth - document.documentElement.clientWidth");
      assertThat(overflow).isEqualTo(0);
    }
  }

  private static double width(Page page, String variant, String part) {
    return Stream.of(page.locator(".variant", new Page.LocatorOptions().setHasText(variant)))
        .map(found -> found.locator("." + part).first().boundingBox().width)
        .findFirst()
        .orElseThrow();
  }
}
