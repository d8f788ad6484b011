package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.RunRecord.Container;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A container of its own, fresh for each run, from the image that {@code docker/compose.yml}
 * builds. It has the host's network, for Docker's proxy would be measured otherwise, and the limits
 * that the same file gives to every service.
 *
 * @param name of the container, which no other one has
 */
public record DockerContainer(String name) implements ServiceLauncher {
  /** Of which the JVM takes half for its heap: the 512 MiB that it has outside. */
  private static final String MEMORY = "1g";

  private static final String IMAGES = "rest-comparison/";

  DockerContainer() {
    this("rest-comparison-" + UUID.randomUUID());
  }

  static String image(Variant variant) {
    return IMAGES + variant.service();
  }

  @Override
  public List<String> command(
      Path project, Variant variant, Map<String, String> environment, Placement placement)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("docker", "run", "--rm", "--interactive"));
    command.addAll(List.of("--name", name, "--network", "host", "--no-healthcheck"));
    placement
        .serviceCpuList()
        .ifPresent(cpus -> command.addAll(List.of("--cpuset-cpus", cpus.text())));
    command.addAll(List.of("--memory", MEMORY, "--memory-swap", MEMORY));
    command.addAll(List.of("--pids-limit", "32768", "--ulimit", "nofile=20000:20000"));
    command.addAll(List.of("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"));
    command.addAll(List.of("--security-opt", "no-new-privileges"));
    command.addAll(List.of("--user", owner()));
    new TreeSet<>(environment.keySet()).forEach(key -> command.addAll(List.of("--env", key)));
    command.add(image(variant));
    return command;
  }

  /** Who runs this JVM: nobody else's JVM lets itself be asked. */
  private static String owner() throws IOException, InterruptedException {
    return Docker.output("id", "-u") + ":" + Docker.output("id", "-g");
  }

  @Override
  public long pid(Process command) throws IOException, InterruptedException {
    return Long.parseLong(Docker.output("docker", "inspect", "-f", "{{.State.Pid}}", name));
  }

  /** What the record says of it. */
  Container recorded() throws IOException, InterruptedException {
    String limits = "{{.Image}} {{.HostConfig.Memory}}";
    String[] found = Docker.output("docker", "inspect", "-f", limits, name).split(" ");
    String engine = Docker.output("docker", "version", "-f", "{{.Server.Version}}");
    return new Container("Docker " + engine, found[0], Long.parseLong(found[1]));
  }

  @Override
  public void kill(Process command) {
    try {
      Docker.output("docker", "kill", name);
    } catch (IOException e) {
      // it has gone by itself
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    command.destroyForcibly();
  }
}
