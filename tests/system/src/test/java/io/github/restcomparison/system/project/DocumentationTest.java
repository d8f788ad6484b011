package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation refers to is there. */
class DocumentationTest {
  /** The target of {@code [text](target)}, without a fragment; addresses have a colon. */
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#:]+)(?:#[^)\\s]*)?\\)");

  /** Code, in which such brackets mean something else. */
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");

  private static final Pattern OPTION_PL = Pattern.compile("-pl (\\w[\\w/,-]*)");
  private static final Pattern OPTION_JAR = Pattern.compile("-jar ([\\w/-]+)/target/[\\w-]+\\.jar");

  @Test
  void relativeLinksLeadToFiles() throws IOException {
    List<Path> files = Project.markdownFiles();
    assertThat(files).hasSizeGreaterThan(40);
    assertThat(files.stream().flatMap(DocumentationTest::deadLinks)).isEmpty();
  }

  @Test
  void commandsNameModulesThatThereAre() throws IOException {
    List<String> named =
        Project.markdownFiles().stream()
            .filter(file -> !file.getFileName().toString().equals("CHANGELOG.md"))
            .flatMap(
                file ->
                    Stream.concat(
                        Project.matches(OPTION_PL, file).stream(),
                        Project.matches(OPTION_JAR, file).stream()))
            .flatMap(modules -> Stream.of(modules.split(",")))
            .distinct()
            .toList();
    assertThat(named).contains("jersey-sync").isSubsetOf(Project.modules());
  }

  private static Stream<String> deadLinks(Path file) {
    return LINK.matcher(CODE.matcher(Project.text(file)).replaceAll(""))
        .results()
        .map(match -> match.group(1))
        .filter(link -> !Files.exists(file.resolveSibling(link)))
        .map(link -> Project.ROOT.relativize(file) + ": " + link);
  }
}
