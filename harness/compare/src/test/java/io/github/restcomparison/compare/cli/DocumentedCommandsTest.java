package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of README and docs are such as {@code compare} takes. */
class DocumentedCommandsTest {
  private static final Path PROJECT = Path.of("../..");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^(?: {4}|\\$ )(?:\\$ )?|`)\\./compare ((?:[^\\\\\n`]|\\\\\n)*)");

  private static Stream<String> commands() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(PROJECT.resolve("README.md"));
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    List<String> commands = new ArrayList<>();
    for (Path page : pages) {
      Matcher command = COMMAND.matcher(Files.readString(page));
      while (command.find()) {
        commands.add(
            command.group(1).replace("\\\n", " ").replaceFirst("(\\s&&|\\s+#|;).*", "").strip());
      }
    }
    return commands.stream().distinct();
  }

  @Test
  void thereAreSome() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(20).contains("run", "study rest-2014");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void eachIsTaken(String command) {
    String[] words =
        WORD.matcher(command)
            .results()
            .map(word -> word.group().replaceAll("['\"]", ""))
            .toArray(String[]::new);
    assertThatCode(() -> Compare.commandLine().parseArgs(words))
        .as(command)
        .doesNotThrowAnyException();
  }
}
