package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A new container of a user's image. It is asked at its own address of Docker's network; or, where
 * its environment can tell it a port, at a free one of the host's network: either way no proxy is
 * measured.
 *
 * @param name unique
 * @param hostPort of the host's network; absent for a network of its own
 */
public record UserContainer(String name, Origin.Image image, OptionalInt hostPort) {
  private static final Duration ADDRESS_LIMIT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** One that does not run yet. */
  public UserContainer(Origin.Image image, OptionalInt hostPort) {
    this("rest-comparison-" + UUID.randomUUID(), image, hostPort);
  }

  /**
   * Sees to it that an image is here; one that is not is pulled.
   *
   * @throws IOException where it cannot be had, or there is no Docker engine; one line says why
   */
  public static void require(String image) throws IOException, InterruptedException {
    Docker.output("docker", "version", "-f", "{{.Server.Version}}");
    try {
      Docker.output("docker", "image", "inspect", "-f", "{{.Id}}", image);
    } catch (IOException e) {
      Docker.output("docker", "pull", "--quiet", image);
    }
  }

  /**
   * The command that runs it, and lives as long as it does. The values of its environment are not
   * in the command, but in the environment of that.
   */
  UserCommand.Launch launch(Map<String, String> environment, Placement placement) {
    List<String> command = new ArrayList<>(List.of("exec", "docker", "run", "--rm"));
    command.addAll(List.of("--name", name));
    if (hostPort.isPresent()) {
      command.addAll(List.of("--network", "host"));
    }
    placement
        .serviceCpuList()
        .ifPresent(cpus -> command.addAll(List.of("--cpuset-cpus", cpus.toString())));
    image.cpus().ifPresent(cpus -> command.addAll(List.of("--cpus", cpus)));
    image
        .memory()
        .ifPresent(bytes -> command.addAll(List.of("--memory", bytes, "--memory-swap", bytes)));
    new TreeSet<>(environment.keySet()).forEach(key -> command.addAll(List.of("--env", key)));
    command.add(image.image());
    return new UserCommand.Launch(
        String.join(" ", command.stream().map(UserContainer::quoted).toList()),
        environment,
        Optional.empty(),
        "docker kill " + name);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Its address on this host, once Docker has given it one.
   *
   * @throws IOException where it has none in time, or listens on several ports
   */
  URI address() throws IOException, InterruptedException {
    if (hostPort.isPresent()) {
      return URI.create("http://127.0.0.1:" + hostPort.getAsInt());
    }
    int port = image.port().isPresent() ? image.port().getAsInt() : exposed();
    long start = System.nanoTime();
    while (System.nanoTime() - start < ADDRESS_LIMIT.toNanos()) {
      String address = inspected("{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}");
      if (!address.isEmpty()) {
        return URI.create("http://%s:%d".formatted(address.split(" ")[0], port));
      }
      Thread.sleep(PAUSE);
    }
    throw new IOException("Docker gave container %s no address".formatted(name));
  }

  private int exposed() throws IOException, InterruptedException {
    String ports =
        Docker.output(
            "docker",
            "image",
            "inspect",
            "-f",
            "{{range $port, $_ := .Config.ExposedPorts}}{{$port}} {{end}}",
            image.image());
    if (!ports.matches("\\d+/tcp")) {
      throw new IOException(
          "image %s exposes %s: say its port"
              .formatted(image.image(), ports.isEmpty() ? "no port" : ports));
    }
    return Integer.parseInt(ports.substring(0, ports.indexOf('/')));
  }

  /** What {@code docker inspect} says of it; empty where it does not run. */
  private String inspected(String format) throws InterruptedException {
    try {
      return Docker.output("docker", "inspect", "-f", format, name);
    } catch (IOException e) {
      return "";
    }
  }

  /** The id of its first process, where that is one of this host. */
  Optional<Long> pid() {
    try {
      return Optional.of(Long.parseLong(inspected("{{.State.Pid}}")));
    } catch (NumberFormatException e) {
      return Optional.empty(); // it has ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Its description for the record. */
  Container recorded() throws IOException, InterruptedException {
    String[] found = inspected("{{.Image}} {{.HostConfig.Memory}}").split(" ");
    String engine = Docker.output("docker", "version", "-f", "{{.Server.Version}}");
    return new Container("Docker " + engine, found[0], Long.parseLong(found[1]));
  }

  /** Kills it, where it did not react to its signal. */
  void kill() {
    try {
      Docker.output("docker", "kill", name);
    } catch (IOException e) {
      // it has ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
