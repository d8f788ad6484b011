package io.github.restcomparison.records;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A temporary folder, deleted when it is closed.
 *
 * @param path of it
 */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /**
   * A new one, empty.
   *
   * @param prefix of its name
   */
  public static TemporaryFolder named(String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix));
  }

  /**
   * A new one, empty, within another than the system's folder for such.
   *
   * @param prefix of its name
   */
  public static TemporaryFolder in(Path parent, String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(parent, prefix));
  }

  /** Deletes it with all that is in it. What cannot be deleted stays. */
  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // The system cleans its folder for temporary files up by itself.
    }
  }
}
