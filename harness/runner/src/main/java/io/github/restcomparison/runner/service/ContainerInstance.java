package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A command that runs a new container of an image. Its address is its own in Docker's network; or,
 * if its environment has {@link Origin#PORT}, a free port of the host's network: no proxy is
 * measured.
 */
final class ContainerInstance extends CommandInstance {
  private final String name;
  private final Origin.Image image;
  private final boolean isOnHost;

  ContainerInstance(Launch launch, Origin.Image image) throws IOException {
    this(launch, image, "rest-comparison-" + UUID.randomUUID());
  }

  private ContainerInstance(Launch launch, Origin.Image image, String name) throws IOException {
    super(launch, Origin.Command.of(words(launch, image, name)), "docker kill " + name, name);
    this.name = name;
    this.image = image;
    this.isOnHost = isOnHost(launch);
  }

  private static boolean isOnHost(Launch launch) {
    return launch.spec().env().values().stream().anyMatch(value -> value.contains(Origin.PORT));
  }

  /** The values of the environment are not in the command, but in the environment of that. */
  static List<String> words(Launch launch, Origin.Image image, String name) {
    List<String> words = new ArrayList<>(List.of("docker", "run", "--rm", "--name", name));
    if (isOnHost(launch)) {
      words.addAll(List.of("--network", "host"));
    }
    if (!launch.placement().service().isEmpty()) {
      words.addAll(List.of("--cpuset-cpus", Placement.text(launch.placement().service())));
    }
    image.cpus().ifPresent(cpus -> words.addAll(List.of("--cpus", cpus)));
    image
        .memory()
        .ifPresent(bytes -> words.addAll(List.of("--memory", bytes, "--memory-swap", bytes)));
    words.addAll(launch.containerOptions());
    new TreeSet<>(launch.environment().keySet())
        .forEach(key -> words.addAll(List.of("--env", key)));
    words.add(image.image());
    return words;
  }

  /** Its addresses; none until Docker has given it one. */
  @Override
  public List<URI> candidates() throws IOException, InterruptedException {
    if (isOnHost) {
      return super.candidates();
    }
    int port = image.port().isPresent() ? image.port().getAsInt() : exposed();
    String addresses =
        Docker.inspected(name, "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}");
    return addresses.isEmpty()
        ? List.of()
        : List.of(URI.create("http://%s:%d".formatted(addresses.split(" ")[0], port)));
  }

  private int exposed() throws IOException, InterruptedException {
    String format = "{{range $port, $_ := .Config.ExposedPorts}}{{$port}} {{end}}";
    String ports = Docker.output("image", "inspect", "-f", format, image.image());
    if (!ports.matches("\\d+/tcp")) {
      throw new IOException(
          "image %s exposes %s: give its port"
              .formatted(image.image(), ports.isEmpty() ? "no port" : ports));
    }
    return Integer.parseInt(ports.substring(0, ports.indexOf('/')));
  }
}
