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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A browser of Chromium's kind without a window, as it is found on this machine.
 *
 * @param program its file
 */
record HeadlessBrowser(Path program) {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final Path MAC =
      Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
  private static final int LIMIT_SECONDS = 60;

  /** The first one on the path. */
  static Optional<HeadlessBrowser> find() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name))),
            Stream.of(MAC))
        .filter(Files::isExecutable)
        .map(HeadlessBrowser::new)
        .findFirst();
  }

  /**
   * A page as it is once its scripts have run, with all open that it folds away.
   *
   * @param width of the window in pixels
   * @throws IOException where the browser cannot be started, fails, or takes longer than 60 s
   * @throws InterruptedException the browser is then gone
   */
  String show(Path page, int width) throws IOException, InterruptedException {
    try (TemporaryFolder work = TemporaryFolder.named("compare-browser")) {
      Path document = work.path().resolve("page.html");
      run(work.path(), document, page, page.toUri() + "#all", width, 1_200, "--dump-dom");
      return Files.readString(document, StandardCharsets.UTF_8);
    }
  }

  /**
   * Writes what a window shows of a page or a picture at first.
   *
   * @param png the file
   * @param width of the window in pixels
   * @param height of the window in pixels
   * @throws IOException as {@link #show}
   */
  void picture(Path page, Path png, int width, int height)
      throws IOException, InterruptedException {
    try (TemporaryFolder work = TemporaryFolder.named("compare-browser")) {
      Path drawn = work.path().resolve("picture.png");
      run(
          work.path(),
          work.path().resolve("output.txt"),
          page,
          page.toUri().toString(),
          width,
          height,
          "--screenshot=" + drawn);
      if (!Files.exists(drawn)) {
        throw new IOException("%s has drawn no picture of %s".formatted(program, page));
      }
      RunFolder.writeWhole(png, Files.readAllBytes(drawn));
    }
  }

  private void run(
      Path work, Path output, Path page, String address, int width, int height, String action)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString(), "--headless"));
    command.addAll(List.of("--disable-gpu", "--no-first-run", "--disable-background-networking"));
    // Nothing moves: what is written is the end of every animation.
    command.addAll(List.of("--force-prefers-reduced-motion", "--hide-scrollbars"));
    command.add("--window-size=%d,%d".formatted(width, height));
    command.addAll(
        List.of("--virtual-time-budget=5000", "--user-data-dir=" + work.resolve("profile")));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--no-sandbox"); // Chromium does not start as root with one
    }
    command.addAll(List.of(action, address));
    Process browser =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!browser.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            "%s has not shown %s within %d s".formatted(program, page, LIMIT_SECONDS));
      }
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly();
    }
    if (browser.exitValue() != 0) {
      throw new IOException(
          "%s ended with code %d instead of showing %s"
              .formatted(program, browser.exitValue(), page));
    }
  }
}
