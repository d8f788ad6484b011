package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A new container of an image. Its address is its own in Docker's network; or, if its environment
 * has {@link Origin#PORT}, a free port of the host's network: no proxy is measured.
 *
 * @param name of the container
 * @param command runs it
 * @param onHost whether it is in the host's network
 */
record ContainerInstance(String name, Origin.Image image, CommandInstance command, boolean onHost)
    implements Launch.Instance {

  static ContainerInstance of(Launch launch, Origin.Image image) throws IOException {
    String name = "rest-comparison-" + UUID.randomUUID();
    String line = "exec " + quoted(words(launch, image, name));
    CommandInstance command = new CommandInstance(launch, line, "docker kill " + name);
    return new ContainerInstance(name, image, command, isOnHost(launch));
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
    List<Integer> pinned = launch.placement().service();
    if (!pinned.isEmpty()) {
      words.addAll(List.of("--cpuset-cpus", Placement.text(pinned)));
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

  static String quoted(List<String> words) {
    return words.stream()
        .map(word -> "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /** Its addresses; none until Docker has given it one. */
  @Override
  public List<URI> candidates() throws IOException, InterruptedException {
    if (onHost) {
      return command.candidates();
    }
    int port = image.port().isPresent() ? image.port().getAsInt() : exposed();
    String address =
        Docker.inspected(name, "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}");
    return address.isEmpty()
        ? List.of()
        : List.of(URI.create("http://%s:%d".formatted(address.split(" ")[0], port)));
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

  @Override
  public String ended() {
    return command.ended();
  }

  @Override
  public OptionalInt exitCode() {
    return command.exitCode();
  }

  @Override
  public SampledService sampled() throws InterruptedException {
    return Docker.sampled(name);
  }

  @Override
  public Optional<Container> container() throws IOException, InterruptedException {
    return Optional.of(Docker.recorded(name));
  }

  @Override
  public void close() {
    command.close();
    Docker.kill(name); // the guard may have been killed
  }
}
