package io.github.restcomparison.runner.variants;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the commands and files that some variants need beside a JDK. */
public final class Program {
  private Program() {}

  /**
   * Finds a command or file.
   *
   * @param need a command, searched on {@code PATH}, {@code /usr/sbin} and {@code /usr/local/sbin};
   *     or, if it contains a slash, a file, relative to the project
   * @return empty if it is not installed
   */
  public static Optional<Path> find(Path project, String need) {
    if (need.contains("/")) {
      return Optional.of(project.resolve(need)).filter(Files::exists);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/local/sbin"))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, need))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
