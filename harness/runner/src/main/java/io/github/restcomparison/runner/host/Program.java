package io.github.restcomparison.runner.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the commands and files that some variants need beside a JDK. */
public final class Program {
  /** The JDK's command {@code java} of this JVM. */
  public static final String JAVA = ofJdk("java");

  private Program() {}

  /** Returns a command of this JVM's JDK. */
  public static String ofJdk(String command) {
    return Path.of(System.getProperty("java.home"), "bin", command).toString();
  }

  /**
   * Returns a command or file; empty if it is not installed.
   *
   * @param need a command, searched on {@code PATH}, {@code /usr/sbin} and {@code /usr/local/sbin};
   *     or, if it contains a slash, a file, relative to the project
   */
  public static Optional<Path> find(Path project, String need) {
    if (need.contains("/")) {
      return Optional.of(project.resolve(need)).filter(Files::exists);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(
            String.join(File.pathSeparator, path, "/usr/sbin", "/usr/local/sbin")
                .split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, need))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Returns the class path of a module. That of a build is absolute, that of the distribution
   * relative to its folder.
   *
   * @throws IOException if the module was not built
   */
  public static String classPath(Path project, Path module) throws IOException {
    Path file = module.resolve("target/classpath.txt");
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build the project first (mvn test-compile)");
    }
    return Stream.of(Files.readString(file).strip().split(File.pathSeparator))
        .map(entry -> File.pathSeparator + project.resolve(entry))
        .collect(Collectors.joining("", module.resolve("target/classes").toString(), ""));
  }
}
