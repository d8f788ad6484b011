package io.github.restcomparison.comparison.command;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Where experiments go that nobody names a folder for: not under target, which a build may clean.
 */
final class Results {
  private Results() {}

  static Path folder(Path project) {
    return project.resolve("results");
  }

  static Path newFolder(Path project) {
    return folder(project)
        .resolve(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now()));
  }
}
