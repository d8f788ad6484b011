package io.github.restcomparison.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of a comparison as they should be. {@code mvn -pl harness/analysis -am test
 * -Dtest=ReportGoldenTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true} writes them
 * anew: then look at what git says has changed.
 */
final class GoldenFiles {

  private static final Path GOLDEN = Path.of("src/test/resources/report");

  private GoldenFiles() {}

  static void assertSame(Path comparison, String name) throws IOException {
    for (String file : new String[] {"comparison.json", "comparison.csv", "comparison.md"}) {
      Path expected = GOLDEN.resolve(name).resolve(file);
      String actual = Files.readString(comparison.resolve(file));
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(expected.getParent());
        Files.writeString(expected, actual);
      }
      assertThat(actual).as(expected.toString()).isEqualTo(Files.readString(expected));
    }
  }
}
