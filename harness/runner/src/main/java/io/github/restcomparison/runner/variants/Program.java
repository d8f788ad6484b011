package io.github.restcomparison.runner.variants;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What some variants need beside a JDK: commands and files that this host may have or not. */
public final class Program {
  private Program() {}

  /**
   * Where it is.
   *
   * @param need a command, on the path or where systems keep what administrators start; or a file,
   *     relative to the project
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
