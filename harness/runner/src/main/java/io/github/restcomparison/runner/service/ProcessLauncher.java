package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Program;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a service in a JVM on the host, with the class path that the build wrote to a file. */
public record ProcessLauncher() implements ServiceLauncher {

  @Override
  public List<String> command(
      Path project, Variant variant, Map<String, String> environment, Placement placement)
      throws IOException {
    List<String> command = new ArrayList<>(placement.serviceCommand());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ServiceProcess.jvmFlags(variant));
    command.addAll(List.of("-cp", Program.classPath(project, project.resolve(variant.module()))));
    command.add(variant.mainClass());
    return command;
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
