package io.github.restcomparison.compare.gatling;

import io.github.restcomparison.records.service.Workload.UserSimulation;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The classes of a simulation of the user's own: the classes and jars of its folder, and its source
 * if the folder has it. Of other sources only those are compiled that it uses.
 */
record SimulationClasses(UserSimulation simulation) {
  /**
   * Returns a class path with these classes.
   *
   * @param own the class path without them
   * @param into receives what is compiled
   * @throws IOException if the folder cannot be read, or the simulation does not compile; one line
   *     has the compiler's first message
   */
  String classPath(String own, Path into) throws IOException {
    Path folder = Path.of(simulation.folder());
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.sorted().toList();
    }
    List<String> entries = new ArrayList<>(List.of(own, folder.toString()));
    files.stream().map(Path::toString).filter(file -> file.endsWith(".jar")).forEach(entries::add);
    Path source = Path.of(simulation.className().replace('.', '/') + ".java");
    Optional<Path> found =
        files.stream()
            .filter(file -> file.endsWith(source))
            .findFirst()
            .or(
                () ->
                    files.stream().filter(file -> file.endsWith(source.getFileName())).findFirst());
    if (found.isPresent()) {
      Path root = found.get().getParent();
      for (int up = 1; up < source.getNameCount() && found.get().endsWith(source); up++) {
        root = root.getParent();
      }
      Path classes = Files.createDirectories(into.resolve("simulation-classes"));
      compile(found.get(), root, String.join(File.pathSeparator, entries), classes);
      entries.add(classes.toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void compile(Path source, Path root, String classPath, Path into)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        List.of("-d", "" + into, "-cp", classPath, "-sourcepath", "" + root, "-proc:none");
    boolean compiled;
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjects(source))
              .call();
    }
    if (!compiled) {
      throw new IOException(
          "the simulation does not compile: "
              + said.toString().lines().limit(1).collect(Collectors.joining()));
    }
  }
}
