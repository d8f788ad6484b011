package io.github.restcomparison.analysis;

import io.github.restcomparison.records.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Records that an earlier version wrote from real runs give the pages that it wrote. {@code
 * src/test/resources/before/README.txt} says where they are from.
 */
class RecordsOfBeforeTest {
  private static final Path BEFORE = Path.of("src/test/resources/before");

  @TempDir private Path folder;

  static List<Path> results() throws IOException {
    try (Stream<Path> all = Files.list(BEFORE)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("results")
  void giveThePagesOfBefore(Path before) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(before)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (!GoldenFiles.isPage(file)) {
        Path copy = folder.resolve(before.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    report();
    for (Path page : files.stream().filter(GoldenFiles::isPage).toList()) {
      GoldenFiles.assertSame(folder.resolve(before.relativize(page)).getParent(), page);
    }
  }

  /** As {@code ./compare report} does. */
  private void report() throws IOException {
    if (Report.writeCurves(folder).isEmpty()) {
      Optional<Study> study = Report.study(folder);
      if (study.isPresent()) {
        Report.writeStudy(folder, study.get());
      } else {
        Report.write(folder);
      }
    }
  }
}
