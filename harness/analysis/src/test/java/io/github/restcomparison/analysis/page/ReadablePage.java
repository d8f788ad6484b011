package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.nio.file.Path;

/** Checks that every page of the project must pass, in a browser. */
public final class ReadablePage {
  private static final int DESK = 1_280;
  private static final int PHONE = 390;

  /** The colours of text and of paper; dark ones on light ones. */
  private static final String BY_DAY = "rgb(27, 31, 36) on rgb(252, 252, 251)";

  private static final String BY_NIGHT = "rgb(230, 233, 237) on rgb(20, 23, 27)";

  /** A4 with a margin of 1 cm, in pixels of CSS. */
  private static final int PAPER = 718;

  private static final String WIDEST =
      "document.documentElement.scrollWidth - document.documentElement.clientWidth";

  private ReadablePage() {}

  /**
   * Asserts that a page can be read on a desk and on a phone, by day, by night and on paper, and
   * without eyes.
   *
   * @param folder with the page in it
   * @param charts on the page
   */
  public static void assertReadable(Path folder, int charts) {
    Path file = folder.resolve("index.html");
    try (Chromium chromium = Chromium.start()) {
      Page desk = chromium.open(file, DESK);
      assertDrawn(desk, charts);
      assertThat(colours(desk)).isEqualTo(BY_DAY);
      Page phone = chromium.open(file, PHONE, ColorScheme.DARK);
      assertDrawn(phone, charts);
      assertThat(colours(phone)).isEqualTo(BY_NIGHT);
      assertThat(chromium.complaints()).hasSize(1);
      print(phone);
      assertThat(colours(phone)).as("on paper, of a dark window").isEqualTo(BY_DAY);
      assertThat(phone.evaluate(WIDEST)).as("wider than paper").isEqualTo(0);
      assertThat(chromium.violations(file, DESK)).isEmpty();
    }
  }

  private static void assertDrawn(Page shown, int charts) {
    assertThat(shown.evaluate(WIDEST)).as("wider than the window").isEqualTo(0);
    assertThat(shown.locator(".chart svg").count()).as("charts").isEqualTo(charts);
    assertThat(shown.locator(".chart").count()).as("charts and empty places").isEqualTo(charts);
    assertThat(Chromium.cutOff(shown)).as("texts of charts").isEmpty();
  }

  /** The colours of the page's text, and of its ground; a chart's text has one of the page's. */
  private static String colours(Page shown) {
    Object strange =
        shown.evaluate(
            """
            () => {
              const page = getComputedStyle(document.body);
              const soft = document.createElement('span');
              soft.className = 'soft';
              document.body.append(soft);
              const known = [page.color, getComputedStyle(soft).color];
              soft.remove();
              return [...document.querySelectorAll('.chart svg text')]
                .map(text => getComputedStyle(text).fill)
                .filter(colour => !known.includes(colour)).join('; ');
            }
            """);
    assertThat(strange).as("other colours of text in charts").isEqualTo("");
    return (String)
        shown.evaluate(
            """
            () => {
              const page = getComputedStyle(document.body);
              return page.color + ' on ' + page.backgroundColor;
            }
            """);
  }

  private static void print(Page shown) {
    shown.evaluate("dispatchEvent(new Event('beforeprint'))");
    shown.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    shown.setViewportSize(PAPER, 1_000);
  }
}
