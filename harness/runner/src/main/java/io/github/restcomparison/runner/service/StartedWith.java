package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * What a service was started with, as reported by its JVM.
 *
 * @param flags of its JVM
 * @param libraries the file names of the jars on its class path, in alphabetical order
 * @param container that it runs in; absent if it runs in none
 */
public record StartedWith(
    List<String> flags, List<String> libraries, Optional<Container> container) {

  /**
   * Reads as much of it as can be seen.
   *
   * @param sampled the service's processes and JVM
   * @return empty if nothing can be seen
   * @throws IOException if its container has ended
   */
  public static Optional<StartedWith> of(Instance instance, SampledService sampled)
      throws IOException, InterruptedException {
    Optional<Container> container = instance.container();
    JvmProbe probe = sampled.probe();
    if (probe == null && container.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new StartedWith(
            probe == null ? List.of() : probe.flags(),
            probe == null
                ? List.of()
                : libraries(probe.classPath(), root(sampled.processes().running())),
            container));
  }

  /** The file system of a container is seen through its first process. */
  private static Path root(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> Path.of("/proc", Long.toString(process.pid()), "root"))
        .filter(Files::isReadable)
        .findFirst()
        .orElse(Path.of("/"));
  }

  /**
   * The file names of the libraries of a class path, sorted.
   *
   * @param classPath jars and folders; or one jar, whose manifest names the others
   * @param root the root of the service's file system
   */
  static List<String> libraries(String classPath, Path root) {
    String[] entries = classPath.split(File.pathSeparator);
    Stream<String> files = Stream.of(entries);
    if (entries.length == 1 && entries[0].endsWith(".jar")) {
      files = Stream.concat(files, named(root, entries[0]));
    }
    return files
        .filter(name -> name.endsWith(".jar"))
        .map(entry -> Path.of(entry).getFileName().toString())
        .sorted()
        .toList();
  }

  private static Stream<String> named(Path root, String runnable) {
    Path file = root.resolve(Path.of("/").relativize(Path.of(runnable).toAbsolutePath()));
    try (JarFile jar = new JarFile(file.toFile())) {
      String others = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return others == null ? Stream.of() : Stream.of(others.split(" "));
    } catch (IOException e) {
      return Stream.of(); // of another user, or in a folder that is not seen from here
    }
  }
}
