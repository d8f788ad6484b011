package io.github.restcomparison.system.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of this project, as its author wrote them. */
final class Project {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  /** Folders with files that are generated, or that stand for generated ones in tests. */
  private static final Set<String> SKIPPED = Set.of(".git", "target", "src", "results", "reports");

  private static final Set<String> NOT_BUILT = Set.of(".git", ".idea", "docs", "results", "tests");

  private Project() {}

  /** Every Markdown file of the documentation. */
  static List<Path> markdownFiles() throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skip =
                SKIPPED.contains(folder.getFileName().toString())
                    && !folder.startsWith(ROOT.resolve("docs"));
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  /** Returns the folder of each Maven module that is built with or without a profile. */
  static List<String> modules() {
    return modulesBelow("").toList();
  }

  private static Stream<String> modulesBelow(String folder) {
    Path pom = ROOT.resolve(folder).resolve("pom.xml");
    return matches(Pattern.compile("<module>(.+?)</module>"), pom).stream()
        .map(module -> folder.isEmpty() ? module : folder + "/" + module)
        .flatMap(module -> Stream.concat(Stream.of(module), modulesBelow(module)));
  }

  /** Returns all files that a build reads: no documentation, tests or results. */
  static List<Path> buildFiles() throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skip =
                NOT_BUILT.contains(ROOT.relativize(folder).toString())
                    || folder.endsWith("target")
                    || folder.endsWith("src/test");
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!file.toString().endsWith(".md")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  /** The first group of each match in a file. */
  static List<String> matches(Pattern pattern, Path file) {
    return pattern.matcher(text(file)).results().map(match -> match.group(1)).toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of a module's Java and properties files, without its tests. */
  static String sources(String module) throws IOException {
    StringBuilder sources = new StringBuilder();
    Path folder = ROOT.resolve(module).resolve("src/main");
    if (Files.isDirectory(folder)) {
      try (var files = Files.walk(folder)) {
        files
            .filter(file -> file.toString().matches(".*\\.(java|properties)"))
            .map(Project::text)
            .forEach(sources::append);
      }
    }
    return sources.toString();
  }
}
