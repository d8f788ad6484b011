package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.RunRecord.Container;
import io.github.restcomparison.runner.sampling.ServiceProbe;
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
   * Reads it from a running service.
   *
   * @throws IOException if its class path or its container cannot be read
   */
  public static StartedWith of(ServiceProcess service, ServiceProbe probe)
      throws IOException, InterruptedException {
    Path root = Path.of("/proc", Long.toString(service.pid()), "root");
    return new StartedWith(
        probe.flags(),
        libraries(probe.classPath(), Files.exists(root) ? root : Path.of("/")),
        service.launcher() instanceof DockerContainer container
            ? Optional.of(container.recorded())
            : Optional.empty());
  }

  /**
   * The file names of the libraries of a class path, sorted.
   *
   * @param classPath jars and folders; or one jar, whose manifest names the others
   * @param root the root of the service's file system
   */
  static List<String> libraries(String classPath, Path root) throws IOException {
    String[] entries = classPath.split(File.pathSeparator);
    Stream<String> files =
        entries.length == 1 && entries[0].endsWith(".jar")
            ? named(root.resolve(Path.of("/").relativize(Path.of(entries[0]).toAbsolutePath())))
            : Stream.of(entries);
    return files
        .map(entry -> Path.of(entry).getFileName().toString())
        .filter(name -> name.endsWith(".jar"))
        .sorted()
        .toList();
  }

  private static Stream<String> named(Path runnable) throws IOException {
    try (JarFile jar = new JarFile(runnable.toFile())) {
      String others = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return others == null ? Stream.of() : Stream.of(others.split(" "));
    }
  }
}
