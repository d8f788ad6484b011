package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.sampling.JvmProbe;
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
   * Reads as much of it as can be seen of a service of the user's.
   *
   * @param probe absent where it runs in no JVM that lets us look
   * @param container absent where it runs in none
   * @return empty where nothing can be seen
   * @throws IOException where its container cannot be read
   */
  public static Optional<StartedWith> of(
      Optional<JvmProbe> probe, Optional<UserContainer> container)
      throws IOException, InterruptedException {
    if (probe.isEmpty() && container.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new StartedWith(
            probe.map(JvmProbe::flags).orElse(List.of()),
            container.isEmpty() ? probe.map(StartedWith::jars).orElse(List.of()) : List.of(),
            container.isPresent() ? Optional.of(container.get().recorded()) : Optional.empty()));
  }

  private static List<String> jars(JvmProbe probe) {
    return Stream.of(probe.classPath().split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .map(entry -> Path.of(entry).getFileName().toString())
        .sorted()
        .toList();
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
