package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts a service in a JVM on the host, with the class path that the build wrote to a file. */
public record ProcessLauncher() implements ServiceLauncher {

  @Override
  public List<String> command(
      Path project, Variant variant, Map<String, String> environment, Placement placement)
      throws IOException {
    List<String> command = new ArrayList<>(placement.serviceCommand());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ServiceProcess.jvmFlags(variant));
    command.addAll(List.of("-cp", classPath(project, project.resolve(variant.module()))));
    command.add(variant.mainClass());
    return command;
  }

  /** A build's class path is absolute; that of the distribution is relative to its folder. */
  private static String classPath(Path project, Path module) throws IOException {
    Path file = module.resolve("target/classpath.txt");
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build the project first (mvn test-compile)");
    }
    Stream<String> libraries =
        Stream.of(Files.readString(file).strip().split(File.pathSeparator))
            .map(entry -> project.resolve(entry).toString());
    return Stream.concat(Stream.of(module.resolve("target/classes").toString()), libraries)
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Override
  public long pid(Process command) {
    return command.pid();
  }

  @Override
  public void kill(Process command) {
    command.destroyForcibly();
  }
}
