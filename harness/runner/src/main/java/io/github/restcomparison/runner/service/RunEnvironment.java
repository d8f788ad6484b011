package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ResourceBundle;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** Describes where a run took place: the machine, and the JVMs of service and load generator. */
public final class RunEnvironment {
  private RunEnvironment() {}

  /**
   * Returns the environment for the record.
   *
   * @param container of the service; absent if it has none that is seen
   */
  public static Environment of(
      SampledService service, Optional<Container> container, Placement placement) {
    RuntimeMXBean jvm = service.probe() == null ? null : service.probe().runtime();
    return new Environment(
        Host.described(),
        new Environment.Cpus(
            placement.toString(), number(placement.service()), number(placement.generator())),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        gatlingVersion(),
        jvm == null
            ? container.map(each -> List.of())
            : Optional.of(flags(jvm.getInputArguments(), "-")),
        flags(ManagementFactory.getRuntimeMXBean().getInputArguments(), "-X"),
        jvm == null
            ? List.of()
            : libraries(jvm.getClassPath(), root(service.processes().running())),
        container);
  }

  private static OptionalInt number(List<Integer> cpus) {
    return cpus.isEmpty() ? OptionalInt.empty() : OptionalInt.of(cpus.size());
  }

  private static List<String> flags(List<String> arguments, String start) {
    return arguments.stream().filter(flag -> flag.startsWith(start)).toList();
  }

  /** From a resource bundle of Gatling; {@code none} if this JVM does not run Gatling. */
  private static String gatlingVersion() {
    try {
      return ResourceBundle.getBundle("gatling-version").getString("version");
    } catch (MissingResourceException e) {
      return "none";
    }
  }

  /** The file system of a container is seen through its first process. */
  private static Path root(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> Path.of("/proc", Long.toString(process.pid()), "root"))
        .filter(Files::isReadable)
        .findFirst()
        .orElse(Path.of("/"));
  }

  /** Returns the file names of a class path's jars, sorted; one jar's manifest names the others. */
  private static List<String> libraries(String classPath, Path root) {
    List<String> files = new ArrayList<>(List.of(classPath.split(File.pathSeparator)));
    if (files.size() == 1 && classPath.endsWith(".jar")) {
      Path file = root.resolve(Path.of("/").relativize(Path.of(classPath).toAbsolutePath()));
      try (JarFile jar = new JarFile(file.toFile())) {
        String others = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        files.addAll(others == null ? List.of() : List.of(others.split(" ")));
      } catch (IOException e) {
        // of another user, or in a folder that is not seen from here
      }
    }
    return files.stream()
        .filter(name -> name.endsWith(".jar"))
        .map(name -> Path.of(name).getFileName().toString())
        .sorted()
        .toList();
  }
}
