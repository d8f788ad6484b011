package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ResourceBundle;
import java.util.function.DoubleSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * A service, or a back end, that is ready.
 *
 * @param command that it was started by; null if somebody else has started it
 * @param address scheme, host and port
 * @param sampled what of it can be sampled, its JVM included
 * @param container that it runs in; empty if it is none that is seen
 */
public record StartedService(
    CommandInstance command, URI address, SampledService sampled, Optional<Container> container) {
  /** No service. */
  public static final StartedService NONE = at(null);

  /** A service of which nothing but its address is known. */
  public static StartedService at(URI address) {
    return new StartedService(null, address, SampledService.UNSEEN, Optional.empty());
  }

  /** Null if it is not one of this project, or its JVM cannot be attached to. */
  public ServiceMXBean ours() {
    return sampled.probe() == null ? null : sampled.probe().service();
  }

  /** Returns what counts its requests from now on; NaN if that is not known. */
  public DoubleSupplier counter() {
    double before = sampled.requests().getAsDouble();
    return () -> Math.rint(sampled.requests().getAsDouble() - before);
  }

  /** Why it has ended, in one line; empty while it runs, and if somebody else has started it. */
  public Optional<String> ended() {
    return Optional.ofNullable(command).map(CommandInstance::ended);
  }

  /** The exit code of its command; empty while any of its processes runs. */
  public OptionalInt exitCode() {
    return command == null ? OptionalInt.empty() : command.exitCode();
  }

  /** Returns where it runs, for the record: the machine, and the JVMs of it and of the load. */
  public Environment environment(Placement placement) {
    JvmProbe probe = sampled.probe();
    return new Environment(
        Host.described(),
        new Environment.Cpus(
            placement.toString(), number(placement.service()), number(placement.generator())),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        gatlingVersion(),
        probe == null ? container.map(each -> List.of()) : Optional.of(probe.flags()),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        probe == null ? List.of() : libraries(probe.classPath(), root(sampled.processes().get())),
        container);
  }

  private static OptionalInt number(List<Integer> cpus) {
    return cpus.isEmpty() ? OptionalInt.empty() : OptionalInt.of(cpus.size());
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
