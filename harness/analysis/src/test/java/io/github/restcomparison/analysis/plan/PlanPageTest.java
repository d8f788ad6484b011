package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Chromium;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a plan with all that it may have, in a real browser. */
class PlanPageTest {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  @TempDir private static Path folder;
  private static Path page;
  private static Chromium chromium;

  @BeforeAll
  static void planned() throws IOException {
    SmallSweep.write(folder);
    SmallSweep.writeMemory(folder.resolve("memory"));
    PlanRequest request =
        new PlanRequest(
            Load.closed(2_000, 900, 100),
            OptionalDouble.of(8),
            OptionalInt.empty(),
            OptionalLong.of(2L << 30),
            OptionalDouble.of(0.04),
            Optional.empty(),
            OptionalInt.empty(),
            0.7);
    PlanAnswer.of(request, List.of(folder, folder.resolve("memory"))).write(folder.resolve("plan"));
    page = folder.resolve("plan/index.html");
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
  @ValueSource(ints = {1_280, 390})
  void answerIsOnTheFirstScreenWithinTheWindow(int width) {
    Page shown = chromium.open(page, width);
    shown.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(SCREENSHOTS.resolve("plan-%d.png".formatted(width))));
    assertThat(
            shown.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .isEqualTo(0);
    assertThat(shown.locator(".findings").boundingBox().y).isLessThan(width == 390 ? 700 : 400);
    assertThat(shown.locator("h1").innerText())
        .isEqualTo("Plan: 2,000 users who wait 100 ms and think for 900 ms");
    assertThat(chromium.complaints()).hasSize(1);
  }

  /** The axis of the memory's chart is narrow, so that its labels are drawn by the script. */
  @Test
  void noNameOfAnAxisIsCutOff() throws IOException {
    Report.writeCurves(folder.resolve("memory"));
    Page shown = chromium.open(folder.resolve("memory/index.html"), 1_280);
    assertThat(Chromium.cutOff(shown)).isEmpty();
  }

  @Test
  void isUsableByEveryone() {
    assertThat(chromium.violations(page, 1_280)).isEmpty();
  }
}
