package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import io.github.restcomparison.analysis.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first screen of a page. */
class FirstScreenTest {
  private static final int HEIGHT = 800;
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  /** The parts of the first screen, in the order in which a reader meets them. */
  private static final List<String> PARTS =
      List.of(
          "h1",
          ".status",
          ".findings",
          ".overview",
          "#chart-latency",
          ".strip",
          ".warnings",
          ".contents",
          "details");

  @TempDir private static Path folder;
  private static final Map<Scene, Path> PAGES = new EnumMap<>(Scene.class);
  private static final Map<Scene, Page> OPEN = new EnumMap<>(Scene.class);
  private static Chromium chromium;

  @BeforeAll
  static void writeAll() throws IOException {
    for (Scene scene : Scene.values()) {
      Path experiment = Files.createDirectories(folder.resolve(scene.name()));
      scene.write(experiment);
      Report.write(experiment);
      PAGES.put(scene, experiment.resolve("index.html"));
    }
    Files.createDirectories(SCREENSHOTS);
    chromium = Chromium.start();
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  /** The page of an experiment, which all tests share that leave it as it is. */
  private static Page page(Scene scene, int width) {
    Page page = OPEN.computeIfAbsent(scene, FirstScreenTest::fresh);
    page.setViewportSize(width, HEIGHT);
    return page;
  }

  private static Page fresh(Scene scene) {
    return chromium.asRead(PAGES.get(scene), 1_280);
  }

  /** On a desk and on a phone, by day, by night and on paper. */
  @ParameterizedTest
  @EnumSource(Scene.class)
  void partsAreInTheirOrderAndNothingIsCutOff(Scene scene) {
    for (int width : List.of(1_280, 390)) {
      Page page = page(scene, width);
      assertOrder(page);
      assertFits(page);
      assertThat(page.locator("details[open]").count()).isZero();
      if (Boolean.getBoolean("update")) {
        shoot(page, "%s-%d".formatted(scene, width));
      }
    }
  }

  /** Paper is white at night, too. */
  @Test
  void paperHasTheColoursOfTheDay() {
    Page page = page(Scene.PREVIEW, 1_280);
    String colour = "getComputedStyle(document.body).color";
    Page.EmulateMediaOptions media =
        new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK);
    page.emulateMedia(media);
    assertThat(page.evaluate(colour)).isEqualTo("rgb(230, 233, 237)");
    page.emulateMedia(media.setMedia(Media.PRINT));
    assertThat(page.evaluate(colour)).isEqualTo("rgb(27, 31, 36)");
    page.emulateMedia(media.setColorScheme(ColorScheme.LIGHT).setMedia(Media.SCREEN));
  }

  private static void assertOrder(Page page) {
    double above = -1;
    for (String part : PARTS) {
      Locator found = page.locator(part).first();
      if (found.count() > 0) {
        BoundingBox box = found.boundingBox();
        assertThat(box.y).as(part).isGreaterThan(above);
        assertThat(box.height).as(part).isPositive();
        above = box.y + box.height - 1;
      }
    }
  }

  private static void assertFits(Page page) {
    assertThat(
            page.evaluate(
                """
                document.documentElement.scrollWidth - document.documentElement.clientWidth
                """))
        .isEqualTo(0);
    assertThat(Chromium.cutOff(page)).isEmpty();
    assertThat(
            (List<?>)
                page.evaluate(
                    """
                    [...document.querySelectorAll('.overview td, .overview tbody th, .strip td, .strip tbody th')]
                      .filter(each => each.scrollWidth > each.clientWidth + 1)
                      .map(each => each.textContent)
                    """))
        .as("cells with more than they have room for")
        .isEmpty();
  }

  private static void shoot(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(SCREENSHOTS.resolve("first-screen-%s.png".formatted(name))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_280, 390})
  void tableHasABarAndTheMainFiguresOfEachVariant(int width) {
    Page page = page(Scene.THREE_SERVICES, width);
    assertThat(page.locator("h1").innerText())
        .isEqualTo("vertx-rest, jersey-async, jersey-sync: 1,000 users, 100 ms wait");
    assertThat(page.locator(".top").innerText()).containsPattern("20\\d\\d-\\d\\d-\\d\\d .*CPUs?");
    Locator rows = page.locator(".overview tbody tr");
    assertThat(rows.allInnerTexts().stream().map(each -> each.replaceAll("\\s+", " ")))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .containsSubsequence(
                        "vertx-rest",
                        "9,555",
                        "102",
                        "152",
                        "33.5",
                        "600",
                        "3.6 ms of unexplained"),
            second -> assertThat(second).contains("jersey-async", "14 ms of unexplained overhead"),
            third -> assertThat(third).contains("jersey-sync", "200 threads"));
    if (width > 700) {
      BoundingBox last = rows.last().boundingBox();
      assertThat(last.y + last.height).isLessThan(HEIGHT);
    }
    assertThat(page.locator("#chart-latency svg").boundingBox().height).isGreaterThan(200);
    Locator bars = page.locator(".bar .fill");
    double most = bars.first().boundingBox().width;
    double least = bars.last().boundingBox().width;
    assertThat(least / most).isCloseTo(1_970 / 9_555.0, within(0.01));
    assertThat(page.locator(".bar").first().locator(".round").count()).isEqualTo(10);
  }

  /** A figure with "at least" is longer; bars that start elsewhere could not be compared. */
  @ParameterizedTest
  @ValueSource(ints = {1_280, 390})
  void barsStartAtOnePlace(int width) {
    Page page = page(Scene.GENERATOR_BOUND, width);
    assertThat(page.locator(".overview tbody tr").first().innerText()).contains("at least 9,550");
    assertThat(page.locator(".bar").first().boundingBox().x)
        .isEqualTo(page.locator(".bar").last().boundingBox().x);
  }

  /** A schedule is the throughput of all variants. */
  @Test
  void barsOfAnOpenModelAreTheMeanLatency() {
    Page page = page(Scene.OPEN_MODEL, 1_280);
    assertThat(page.locator(".overview thead").innerText())
        .startsWith("variant\tmean, ms\tp50, ms\tp99, ms\tCPU");
    double least = page.locator(".bar .fill").first().boundingBox().width;
    double most = page.locator(".bar .fill").last().boundingBox().width;
    assertThat(least / most).isCloseTo(105.25 / 506.25, within(0.01));
    assertThat(page.locator("#chart-throughput").count()).isZero();
  }

  /** Neither CPU nor memory of a service that runs elsewhere is known. */
  @Test
  void unmeasuredFiguresHaveNoColumnAndNoSection() {
    Page page = page(Scene.TWO_URLS, 1_280);
    assertThat(page.locator(".overview thead").innerText().strip())
        .isEqualTo("variant\trequests/s\tp50, ms\tp99, ms\tlimited by");
    assertThat(page.locator(".strip thead").innerText()).doesNotContain("host");
    assertThat(page.locator("#cost").count()).isZero();
  }

  @Test
  void amberLinksToAdvice() {
    Page page = fresh(Scene.INVALID);
    Locator row = page.locator(".strip tbody tr").last();
    assertThat(row.innerText()).startsWith("jersey-async").contains("▲ 9.3 %", "▲ 0 of 3");
    assertThat(page.locator(".strip tbody tr").first().locator(".amber").count()).isZero();
    assertThat(page.locator("#fit ul").isVisible()).isFalse();
    row.locator(".amber").last().click();
    page.locator("#fit ul").waitFor();
    assertThat(page.locator("#fit").innerText())
        .contains("steal: jersey-async. The hypervisor gave CPU time", "--warm-up 80s");
    assertThat(page.locator(".overview .unranked").innerText())
        .isEqualTo(
            "INVALID, not ranked (0 of 3 runs valid): the hypervisor gave 9.3 % of the CPU time in the"
                + " window to others (limit 5 %)");
  }

  @Test
  void warningsChangeHowToReadTheFigures() {
    assertThat(page(Scene.UNDECIDED, 1_280).locator(".warnings").innerText())
        .isEqualTo("compression differs: none (vertx-rest, jersey-sync), gzip (jersey-async)");
    assertThat(page(Scene.THREE_SERVICES, 1_280).locator(".warnings").count()).isZero();
  }

  @Test
  void oneRoundIsAPreview() {
    Page page = page(Scene.PREVIEW, 1_280);
    assertThat(page.title()).endsWith("1,000 users, 100 ms wait: Preview");
    assertThat(page.locator("[role=status]").innerText())
        .startsWith("Preview: 1 round; a verdict takes 3 rounds");
  }

  @Test
  void twelveVariantsAreInTheLegendAndHaveFindingsThatFit() {
    Page page = page(Scene.TWELVE_VARIANTS, 1_280);
    assertThat(page.locator("h1").innerText())
        .startsWith("variant-0, variant-3, variant-1 and 9 more: ");
    assertThat(page.locator("#chart-latency").innerText())
        .contains("variant-0", "variant-6", "variant-11");
    assertThat(page.locator(".findings li").count()).isBetween(2, 5);
    assertThat(page.locator(".findings").innerText()).contains("11 variants are limited by");
  }

  /** A chart that is drawn while it is hidden has no size. */
  @Test
  void openedSectionIsDrawnAndHasTheCommand() {
    Page page = fresh(Scene.THREE_SERVICES);
    assertThat(page.locator("#chart-cost svg").count()).isZero();
    page.locator("#cost > summary").click();
    page.locator("#chart-cost svg").waitFor();
    assertThat(page.locator("#chart-cost svg").boundingBox().width).isGreaterThan(1_000);
    page.locator("#settings > summary").click();
    assertThat(page.locator("#command").innerText().strip())
        .isEqualTo("./compare run --for 10m --expect 'body=it'\\''s'");
    assertThat(chromium.complaints()).hasSize(1);
  }
}
