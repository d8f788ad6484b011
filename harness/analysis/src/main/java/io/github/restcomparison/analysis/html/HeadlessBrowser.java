package io.github.restcomparison.analysis.html;

import io.github.restcomparison.servicekit.TemporaryFolder;
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
   * A page as it is once its scripts have run.
   *
   * @param width of the window in pixels
   * @throws IOException where the browser cannot be started, fails, or takes longer than 60 s
   * @throws InterruptedException the browser is then gone
   */
  String show(Path page, int width) throws IOException, InterruptedException {
    try (TemporaryFolder work = TemporaryFolder.named("compare-browser")) {
      return show(page, width, work.path());
    }
  }

  private String show(Path page, int width, Path work) throws IOException, InterruptedException {
    Path document = work.resolve("page.html");
    List<String> command = new ArrayList<>(List.of(program.toString(), "--headless"));
    command.addAll(List.of("--disable-gpu", "--no-first-run", "--disable-background-networking"));
    // Nothing moves: what is written is the end of every animation.
    command.add("--force-prefers-reduced-motion");
    command.addAll(List.of("--window-size=" + width + ",1200", "--virtual-time-budget=5000"));
    command.add("--user-data-dir=" + work.resolve("profile"));
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--no-sandbox"); // Chromium does not start as root with one
    }
    command.addAll(List.of("--dump-dom", page.toUri() + "#all"));
    Process browser =
        new ProcessBuilder(command)
            .redirectOutput(document.toFile())
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
    return Files.readString(document, StandardCharsets.UTF_8);
  }
}
