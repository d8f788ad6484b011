package io.github.restcomparison.records;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder, deleted when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /** Creates one in the system's folder for temporary files. */
  public static TemporaryFolder named(String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix));
  }

  /** Deletes it with its content, except files that cannot be deleted. */
  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // The system deletes old temporary files.
    }
  }
}
