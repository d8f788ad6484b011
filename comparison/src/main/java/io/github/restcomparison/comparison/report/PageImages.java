package io.github.restcomparison.comparison.report;

import io.github.restcomparison.comparison.record.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The charts of a page as pictures for a README: drawn by the page itself, so that they cannot show
 * anything else.
 */
public final class PageImages {
  private static final List<String> CHARTS = List.of("throughput", "latency", "cost", "time");
  private static final int WIDTH = 1_000;
  private static final Pattern COLOURS = Pattern.compile(":root \\{(.*?)}", Pattern.DOTALL);
  private static final Pattern COLOUR = Pattern.compile("var\\(--(\\w+)\\)");

  private PageImages() {}

  /**
   * Writes {@code images/*.svg} beside {@code index.html}, in the colours of the day.
   *
   * @param comparison the folder of the comparison, its page written
   * @param browser of Chromium's kind; one on the path where it is absent
   * @return the pictures
   * @throws IOException where there is no browser, or it does not draw
   */
  public static List<Path> write(Path comparison, Optional<Path> browser)
      throws IOException, InterruptedException {
    HeadlessBrowser drawing =
        browser
            .map(HeadlessBrowser::new)
            .or(HeadlessBrowser::find)
            .orElseThrow(
                () ->
                    new IOException(
                        "no Chromium or Chrome on the path to draw the pictures with: install one,"
                            + " or name it with --browser"));
    String page = drawing.show(comparison.resolve("index.html").toRealPath(), WIDTH);
    Path images = Files.createDirectories(comparison.resolve("images"));
    List<Path> written = new ArrayList<>();
    for (String chart : CHARTS) {
      Optional<String> svg = svg(page, chart);
      if (svg.isPresent()) {
        Path image = images.resolve(chart + ".svg");
        RunFolder.writeWhole(image, svg.get().getBytes(StandardCharsets.UTF_8));
        written.add(image);
      }
    }
    if (written.isEmpty()) {
      throw new IOException(drawing.program() + " has drawn no chart of " + comparison);
    }
    return written;
  }

  private static Optional<String> svg(String page, String chart) {
    Matcher drawn =
        Pattern.compile(
                "id=\"chart-" + chart + "\"[^>]*>\\s*<div[^>]*>\\s*(<svg[^>]*>)(.*?</svg>)",
                Pattern.DOTALL)
            .matcher(page);
    return drawn.find()
        ? Optional.of(
            named(drawn.group(1), page)
                + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
                + named(drawn.group(2), page)
                + "\n")
        : Optional.empty();
  }

  /** A picture stands alone: the page's colours by their values, and XML's entities alone. */
  private static String named(String svg, String page) {
    Matcher colours = COLOURS.matcher(page);
    String palette = colours.find() ? colours.group(1) : "";
    return COLOUR
        .matcher(svg)
        .replaceAll(
            use -> {
              Matcher value = Pattern.compile("--" + use.group(1) + ": (#\\w+);").matcher(palette);
              return value.find() ? value.group(1) : "#000000";
            })
        .replace("&nbsp;", "&#160;");
  }
}
