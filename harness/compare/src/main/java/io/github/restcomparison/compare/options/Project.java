package io.github.restcomparison.compare.options;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder with the modules in it, which this program is part of. */
public final class Project {
  private Project() {}

  /**
   * Returns the folder: {@code -Dproject}, or the one above {@code harness/compare/target}.
   *
   * @throws IOException if there is no such folder
   */
  public static Path folder() throws IOException {
    String given = System.getProperty("project");
    Path folder = given == null ? aboveProgram() : Path.of(given).toAbsolutePath().normalize();
    if (!Files.isRegularFile(folder.resolve("gatling/jvm.options"))) {
      throw new IOException(
          folder + " is not the project's folder: name it with -Dproject=, before -jar");
    }
    return folder;
  }

  private static Path aboveProgram() throws IOException {
    URL program = Project.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(program.toString())).toRealPath().resolve("../../../..").normalize();
  }
}
