package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Starts a service in a new container for each run, from the image that {@code docker/compose.yml}
 * builds. The container uses the host's network, so that Docker's proxy is not measured, and the
 * limits that the same file sets for every service.
 *
 * @param name unique name of the container
 */
record DockerContainer(String name) implements ServiceLauncher {
  /** Half of it is the JVM's heap: 512 MiB, as outside of a container. */
  private static final String MEMORY = "1g";

  private static final String IMAGES = "rest-comparison/";

  DockerContainer() {
    this("rest-comparison-" + UUID.randomUUID());
  }

  /** The name of the image of a variant's service. */
  static String image(Variant variant) {
    return IMAGES + variant.service();
  }

  @Override
  public List<String> command(
      Path project, Variant variant, Map<String, String> environment, Placement placement)
      throws IOException, InterruptedException {
    if (!variant.jvmFlags().isEmpty()) {
      throw new IOException(
          variant.name()
              + ": flags of its JVM are those of its image, where it runs in a container");
    }
    List<String> command = new ArrayList<>(List.of("docker", "run", "--rm", "--interactive"));
    command.addAll(List.of("--name", name, "--network", "host", "--no-healthcheck"));
    placement
        .serviceCpuList()
        .ifPresent(cpus -> command.addAll(List.of("--cpuset-cpus", cpus.toString())));
    command.addAll(List.of("--memory", MEMORY, "--memory-swap", MEMORY));
    command.addAll(List.of("--pids-limit", "32768", "--ulimit", "nofile=20000:20000"));
    command.addAll(List.of("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"));
    command.addAll(List.of("--security-opt", "no-new-privileges"));
    command.addAll(List.of("--user", owner()));
    Optional.ofNullable(environment.get("KEY_STORE"))
        .ifPresent(file -> command.addAll(List.of("--volume", file + ":" + file + ":ro")));
    new TreeSet<>(environment.keySet()).forEach(key -> command.addAll(List.of("--env", key)));
    command.add(image(variant));
    return command;
  }

  /** The user of this JVM, because a JVM can be attached to by the same user only. */
  private static String owner() throws IOException, InterruptedException {
    return Docker.output("id", "-u") + ":" + Docker.output("id", "-g");
  }

  @Override
  public long pid(Process command) throws IOException, InterruptedException {
    return Long.parseLong(Docker.output("docker", "inspect", "-f", "{{.State.Pid}}", name));
  }

  /** The description of the container for the record. */
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
      // the container has ended already
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    command.destroyForcibly();
  }
}
