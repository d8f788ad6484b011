package io.github.restcomparison.analysis.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The records of experiments in {@code docs/results}. */
final class KeptRecords {
  static final Path DOCS = Path.of("../../docs");

  private KeptRecords() {}

  /**
   * Copies the records of an experiment.
   *
   * @param name of its folder in {@code docs/results}
   * @param target the folder in which its pages can be written
   */
  static void copy(String name, Path target) throws IOException {
    Path records = DOCS.resolve("results").resolve(name);
    try (Stream<Path> files = Files.walk(records)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = target.resolve(records.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }
}
