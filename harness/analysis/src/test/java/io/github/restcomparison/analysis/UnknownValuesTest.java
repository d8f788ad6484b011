package io.github.restcomparison.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An unknown figure is NaN, an unknown thing an empty Optional, and nothing is null. */
class UnknownValuesTest {
  private static final Path SOURCES = Path.of("src/main/java");

  private static final Pattern NULL = Pattern.compile("\\bnull\\b");

  /** A record's component or a field; a local variable or a method may stand for a decision. */
  private static final Pattern OPTIONAL_FIGURE =
      Pattern.compile("\\b(OptionalDouble|Optional<Double>|Double) \\w+\\s*[,;)]");

  /** Methods of the JDK that take and return null. */
  private static final List<String> OF_THE_JDK =
      List.of(
          "URI link = new URI(null, null, path, null);",
          "return link.isAbsolute() || link.getRawAuthority() != null");

  @Test
  void noFieldIsNull() throws IOException {
    List<String> lines = lines(NULL);
    assertThat(lines).containsAll(OF_THE_JDK).doesNotHaveDuplicates().hasSameSizeAs(OF_THE_JDK);
  }

  @Test
  void noFigureIsOptional() throws IOException {
    assertThat(lines(OPTIONAL_FIGURE)).isEmpty();
  }

  /** Returns the lines of code, without comments, in which a pattern occurs. */
  private static List<String> lines(Pattern pattern) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources).hasSizeGreaterThan(30);
      return sources.stream()
          .flatMap(UnknownValuesTest::lines)
          .map(String::strip)
          .filter(line -> !line.matches("(//|/\\*|\\*).*"))
          .filter(line -> pattern.matcher(line).find())
          .toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readString(file).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
