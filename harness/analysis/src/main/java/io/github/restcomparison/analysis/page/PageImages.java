package io.github.restcomparison.analysis.page;

import io.github.restcomparison.records.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The charts of a page as pictures for a README: drawn by the page itself, so that they cannot show
 * anything else.
 */
public final class PageImages {
  private static final List<String> CHARTS =
      List.of("throughput", "latency", "cost", "overhead", "pairs-throughput", "pairs-cpu", "time");
  private static final int WIDTH = 1_000;
  private static final Pattern PALETTE = Pattern.compile(":root \\{(.*?)}", Pattern.DOTALL);
  private static final Pattern COLOUR = Pattern.compile("--(\\w+): (#\\w+);");
  private static final Pattern USE = Pattern.compile("var\\(--(\\w+)\\)");

  private PageImages() {}

  /**
   * Writes the charts as {@code images/*.svg} and {@code *.png} beside {@code index.html}, in the
   * colours of the day, and what the page shows first as {@code overview.png}.
   *
   * @param comparison the folder of the comparison, its page written
   * @return the pictures
   * @throws IOException where there is no browser, or it does not draw
   */
  public static List<Path> write(Path comparison) throws IOException, InterruptedException {
    return write(
        comparison,
        HeadlessBrowser.find()
            .orElseThrow(
                () ->
                    new IOException(
                        "no Chromium or Chrome on the path to draw the pictures with: install"
                            + " one")));
  }

  static List<Path> write(Path comparison, HeadlessBrowser drawing)
      throws IOException, InterruptedException {
    String page = drawing.show(comparison.resolve("index.html").toRealPath(), WIDTH);
    Map<String, String> colours = colours(page);
    Path images = Files.createDirectories(comparison.resolve("images"));
    List<Path> written = new ArrayList<>();
    for (String chart : CHARTS) {
      Optional<String> svg = svg(page, chart, colours);
      if (svg.isPresent()) {
        Path image = images.resolve(chart + ".svg");
        RunFolder.writeWhole(image, svg.get().getBytes(StandardCharsets.UTF_8));
        Path png = images.resolve(chart + ".png");
        drawing.picture(
            image.toRealPath(), png, side(svg.get(), "width"), side(svg.get(), "height"));
        written.addAll(List.of(image, png));
      }
    }
    if (written.isEmpty()) {
      throw new IOException(drawing.program() + " has drawn no chart of " + comparison);
    }
    Path overview = images.resolve("overview.png");
    drawing.picture(comparison.resolve("index.html").toRealPath(), overview, 1_280, 800);
    written.add(overview);
    return written;
  }

  private static int side(String svg, String name) {
    Matcher side = Pattern.compile(name + "=\"(\\d+)").matcher(svg);
    return side.find() ? Integer.parseInt(side.group(1)) : WIDTH;
  }

  private static Optional<String> svg(String page, String chart, Map<String, String> colours) {
    Matcher drawn =
        Pattern.compile(
                "id=\"chart-" + chart + "\"[^>]*>\\s*<div[^>]*>\\s*(<svg[^>]*>)(.*?</svg>)",
                Pattern.DOTALL)
            .matcher(page);
    return drawn.find()
        ? Optional.of(
            alone(drawn.group(1), colours)
                + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
                + alone(drawn.group(2), colours)
                + "\n")
        : Optional.empty();
  }

  /** Those of the day, by the names that the charts use: the first that the page defines. */
  private static Map<String, String> colours(String page) {
    Matcher palette = PALETTE.matcher(page);
    return palette.find()
        ? COLOUR
            .matcher(palette.group(1))
            .results()
            .collect(Collectors.toMap(colour -> colour.group(1), colour -> colour.group(2)))
        : Map.of();
  }

  /** A picture stands alone: the page's colours by their values, and XML's entities alone. */
  private static String alone(String svg, Map<String, String> colours) {
    return USE.matcher(svg)
        .replaceAll(use -> colours.getOrDefault(use.group(1), "#000000"))
        .replace("&nbsp;", "&#160;");
  }
}
