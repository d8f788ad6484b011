package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.github.restcomparison.analysis.PageSource;
import io.github.restcomparison.analysis.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The pictures of README, method and lessons show the pages of kept records. {@code -Dupdate=true}
 * makes them anew, in Chromium; without it, the test checks that each picture has its page.
 */
class DocsPicturesTest {
  private static final Path IMAGES = KeptRecords.DOCS.resolve("images");
  private static final int WIDTH = 1_000;

  /** The first screen of a page, or one of its charts as the page's button saves it. */
  record Picture(String file, String records, String chart) {
    private boolean isFirstScreen() {
      return chart.isEmpty();
    }
  }

  private static final List<Picture> PICTURES =
      List.of(new Picture("comparison.png", "runtimes", ""));

  /** The records that these show were not kept. Keep those of the next measurement. */
  private static final List<String> WITHOUT_RECORDS =
      List.of(
          "lesson-1.svg",
          "lesson-2.svg",
          "lesson-3.svg",
          "lesson-4.svg",
          "lesson-5.svg",
          "run.svg");

  @ParameterizedTest
  @FieldSource("PICTURES")
  void pictureShowsThePageOfKeptRecords(Picture picture, @TempDir Path folder) throws IOException {
    KeptRecords.copy(picture.records(), folder);
    Report.write(folder);
    Path page = folder.resolve("index.html");
    if (Boolean.getBoolean("update")) {
      write(picture, page);
    }
    assertThat(IMAGES.resolve(picture.file())).isNotEmptyFile();
    assertThat(PageSource.of(page))
        .contains(
            picture.isFirstScreen()
                ? "class=\"overview\""
                : "id=\"chart-%s\"".formatted(picture.chart()));
  }

  private static void write(Picture picture, Path page) throws IOException {
    try (Chromium chromium = Chromium.start()) {
      Path file = IMAGES.resolve(picture.file());
      if (picture.isFirstScreen()) {
        Page shown = chromium.asRead(page, 1_280);
        shown.setViewportSize(1_280, 800);
        shown.screenshot(new Page.ScreenshotOptions().setPath(file));
      } else {
        Page shown = chromium.open(page, WIDTH);
        Chromium.save(shown, picture.chart()).saveAs(file);
      }
    }
  }

  @Test
  void everyPictureIsListed() throws IOException {
    try (Stream<Path> images = Files.list(IMAGES)) {
      assertThat(images.map(image -> image.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(PICTURES.stream().map(Picture::file), WITHOUT_RECORDS.stream())
                  .toList());
    }
  }
}
