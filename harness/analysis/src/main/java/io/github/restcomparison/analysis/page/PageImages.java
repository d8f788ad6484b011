package io.github.restcomparison.analysis.page;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The charts of a page as pictures for a README: drawn by the page itself in a browser of
 * Chromium's kind, so that they cannot show anything else.
 */
public final class PageImages {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final Path MAC =
      Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
  private static final int LIMIT_SECONDS = 60;
  private static final int WIDTH = 1_000;
  private static final Pattern PALETTE = Pattern.compile(":root \\{(.*?)}", Pattern.DOTALL);
  private static final Pattern COLOUR = Pattern.compile("--(\\w+): (#\\w+);");
  private static final Pattern USE = Pattern.compile("var\\(--(\\w+)\\)");
  private static final Pattern CHART =
      Pattern.compile(
          "id=\"chart-([\\w-]+)\"[^>]*>\\s*<div[^>]*>\\s*(<svg[^>]*>)(.*?</svg>)", Pattern.DOTALL);

  private PageImages() {}

  /**
   * Writes the charts as {@code images/*.svg} beside {@code index.html}, in the colours of the day,
   * and what the page shows first as {@code overview.png}.
   *
   * @param comparison the folder of the comparison, its page written
   * @return the pictures
   * @throws IOException if there is no browser, or it does not draw within 60 s
   */
  public static List<Path> write(Path comparison) throws IOException, InterruptedException {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return write(
        comparison,
        Stream.concat(
                Stream.of(path.split(File.pathSeparator))
                    .filter(folder -> !folder.isBlank())
                    .flatMap(folder -> BROWSERS.stream().map(name -> Path.of(folder, name))),
                Stream.of(MAC))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(() -> new IOException("no Chromium or Chrome on the path: install one")));
  }

  static List<Path> write(Path comparison, Path browser) throws IOException, InterruptedException {
    String index = comparison.resolve("index.html").toRealPath().toUri().toString();
    Path images = Files.createDirectories(comparison.resolve("images"));
    List<Path> written = new ArrayList<>();
    try (TemporaryFolder work = TemporaryFolder.named("compare-browser")) {
      String page =
          Files.readString(
              run(browser, work.path(), "--dump-dom", WIDTH + ",1200", index + "#all"),
              StandardCharsets.UTF_8);
      Map<String, String> colours = colours(page);
      for (MatchResult chart : CHART.matcher(page).results().toList()) {
        String svg =
            alone(chart.group(2), colours)
                + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
                + alone(chart.group(3), colours)
                + "\n";
        written.add(images.resolve(chart.group(1) + ".svg"));
        RunFolder.writeWhole(written.getLast(), svg.getBytes(StandardCharsets.UTF_8));
      }
      if (written.isEmpty()) {
        throw new IOException(browser + " has drawn no chart of " + comparison);
      }
      Path png = work.path().resolve("overview.png");
      run(browser, work.path(), "--screenshot=" + png, "1280,800", index);
      if (!Files.exists(png)) {
        throw new IOException(browser + " has drawn no picture of " + comparison);
      }
      written.add(images.resolve("overview.png"));
      RunFolder.writeWhole(written.getLast(), Files.readAllBytes(png));
    }
    return written;
  }

  /** Runs the browser without a window, and returns the file with what it printed. */
  private static Path run(Path browser, Path work, String action, String size, String address)
      throws IOException, InterruptedException {
    Path output = work.resolve("output.html");
    List<String> command = new ArrayList<>(List.of(browser.toString(), "--headless"));
    command.addAll(List.of("--disable-gpu", "--no-first-run", "--disable-background-networking"));
    // Nothing moves: what is written is the end of every animation.
    command.addAll(List.of("--force-prefers-reduced-motion", "--hide-scrollbars"));
    command.addAll(List.of("--window-size=" + size, "--virtual-time-budget=5000"));
    command.add("--user-data-dir=" + work.resolve("profile"));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--no-sandbox"); // Chromium does not start as root with one
    }
    command.addAll(List.of(action, address));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean hasEnded;
    try {
      hasEnded = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (!hasEnded || process.exitValue() != 0) {
      throw new IOException(
          "%s has not shown %s: %s"
              .formatted(
                  browser,
                  address,
                  hasEnded
                      ? "exit code " + process.exitValue()
                      : "not within %d s".formatted(LIMIT_SECONDS)));
    }
    return output;
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

  /** A picture stands alone: the page's colours by their values, and XML's entities only. */
  private static String alone(String svg, Map<String, String> colours) {
    return USE.matcher(svg)
        .replaceAll(use -> colours.getOrDefault(use.group(1), "#000000"))
        .replace("&nbsp;", "&#160;");
  }
}
