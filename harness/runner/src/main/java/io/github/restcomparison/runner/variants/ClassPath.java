package io.github.restcomparison.runner.variants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of a module of this project, which its build writes to a file. */
public final class ClassPath {
  /** Its file, relative to the module. */
  static final String FILE = "target/classpath.txt";

  private ClassPath() {}

  /**
   * Returns the class path of a module. In a build it is absolute, in the distribution relative to
   * its folder.
   *
   * @param classes of the module itself, in its folder {@code target}: a folder or a jar
   * @throws IOException if the module was not built
   */
  public static String of(Path project, Path module, String classes) throws IOException {
    Path file = module.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build the project first (mvn test-compile)");
    }
    return Stream.of(Files.readString(file).strip().split(File.pathSeparator))
        .map(entry -> File.pathSeparator + project.resolve(entry))
        .collect(Collectors.joining("", module.resolve("target").resolve(classes).toString(), ""));
  }
}
