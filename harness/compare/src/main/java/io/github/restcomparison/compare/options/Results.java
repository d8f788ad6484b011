package io.github.restcomparison.compare.options;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Where experiments go that nobody names a folder for: not under target, which a build may clean.
 */
public final class Results {
  private Results() {}

  public static Path folder(Path project) {
    return project.resolve("results");
  }

  public static Path newFolder(Path project) {
    return folder(project)
        .resolve(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now()));
  }
}
