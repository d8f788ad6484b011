package io.github.restcomparison.compare.gatling;

import io.github.restcomparison.records.service.UserSimulation;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The classes of a simulation of the user's own: those that are in its folder, the jars there, and
 * what is compiled of the sources there.
 *
 * @param folder that the user named
 */
record SimulationClasses(Path folder) {

  static SimulationClasses of(UserSimulation simulation) {
    return new SimulationClasses(Path.of(simulation.folder()));
  }

  /**
   * The arguments of a JVM with the folder's classes appended to its class path, which is the last
   * of them.
   *
   * @param into gets what is compiled
   * @throws IOException where the folder cannot be read, or its sources do not compile; one line
   *     says what the compiler said first
   */
  List<String> appendedTo(List<String> arguments, Path into) throws IOException {
    List<String> entries = new ArrayList<>(List.of(arguments.getLast(), folder.toString()));
    files(".jar").forEach(jar -> entries.add(jar.toString()));
    List<Path> sources = files(".java");
    if (!sources.isEmpty()) {
      Path classes = Files.createDirectories(into.resolve("simulation-classes"));
      compile(sources, String.join(File.pathSeparator, entries), classes);
      entries.add(classes.toString());
    }
    List<String> all = new ArrayList<>(arguments.subList(0, arguments.size() - 1));
    all.add(String.join(File.pathSeparator, entries));
    return all;
  }

  private List<Path> files(String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  private static void compile(List<Path> sources, String classPath, Path into) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options = List.of("-d", into.toString(), "-cp", classPath, "-proc:none");
    boolean compiled;
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
    }
    if (!compiled) {
      throw new IOException(
          "the simulation does not compile: "
              + said.toString().lines().limit(1).collect(Collectors.joining()));
    }
  }
}
