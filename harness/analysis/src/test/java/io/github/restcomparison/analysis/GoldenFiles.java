package io.github.restcomparison.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pages as they should be. {@code mvn -pl harness/analysis -am test -Dtest=ReportGoldenTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true} writes them anew: then look at what
 * git reports as changed.
 */
public final class GoldenFiles {
  private static final Path GOLDEN = Path.of("src/test/resources/report");

  /** The golden file of {@code index.html}. */
  static final String PAGE = "page.txt";

  private GoldenFiles() {}

  /**
   * Compares pages with those that are kept.
   *
   * @param written the folder of the experiment
   * @param name of the folder with the golden files
   * @param files {@code page.txt} stands for {@code index.html}
   */
  public static void assertSame(Path written, String name, String... files) throws IOException {
    for (String file : files) {
      assertSame(written, GOLDEN.resolve(name).resolve(file));
    }
  }

  /**
   * Compares one page with the one that is kept.
   *
   * @param expected the golden file, of the same name
   */
  static void assertSame(Path written, Path expected) throws IOException {
    String actual = actual(written, expected.getFileName().toString());
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(expected.getParent());
      Files.writeString(expected, actual);
    }
    assertThat(actual).as(expected.toString()).isEqualTo(Files.readString(expected));
  }

  private static String actual(Path written, String file) throws IOException {
    return file.equals(PAGE)
        ? PageSource.of(written.resolve("index.html"))
        : Files.readString(written.resolve(file));
  }
}
