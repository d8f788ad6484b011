package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.runner.host.Processes;
import io.github.restcomparison.runner.sampling.Cgroup;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A new container of an image. It is asked at its own address of Docker's network; or, if its
 * environment can tell it a port, at a free one of the host's network: no proxy is measured.
 */
final class ContainerInstance implements Instance {
  private final String name;
  private final Origin.Image image;
  private final CommandInstance command;

  /** Null for a container with an address of its own. */
  private final List<URI> onHost;

  private ContainerInstance(
      String name, Origin.Image image, CommandInstance command, List<URI> onHost) {
    this.name = name;
    this.image = image;
    this.command = command;
    this.onHost = onHost;
  }

  static ContainerInstance of(Launch launch, Origin.Image image) throws IOException {
    String name = "rest-comparison-" + UUID.randomUUID();
    Map<String, String> environment = launch.environment();
    CommandInstance command =
        new CommandInstance(
            new CommandInstance.Line(
                "exec " + quoted(words(launch, image, name)),
                environment,
                null,
                List.of(),
                "docker kill " + name,
                launch.spec().lifecycle(),
                launch.log(),
                launch.secrets()),
            launch.port());
    return new ContainerInstance(
        name, image, command, isOnHost(launch) ? command.candidates() : null);
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
    launch
        .placement()
        .serviceCpuList()
        .ifPresent(cpus -> words.addAll(List.of("--cpuset-cpus", cpus.toString())));
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
    return String.join(
        " ", words.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").toList());
  }

  /** Its addresses; none until Docker has given it one. */
  @Override
  public List<URI> candidates() throws IOException, InterruptedException {
    if (onHost != null) {
      return onHost;
    }
    int port = image.port().isPresent() ? image.port().getAsInt() : exposed();
    String address =
        Docker.inspected(name, "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}");
    return address.isEmpty()
        ? List.of()
        : List.of(URI.create("http://%s:%d".formatted(address.split(" ")[0], port)));
  }

  private int exposed() throws IOException, InterruptedException {
    String ports =
        Docker.output(
            "image",
            "inspect",
            "-f",
            "{{range $port, $_ := .Config.ExposedPorts}}{{$port}} {{end}}",
            image.image());
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
    OptionalInt pid = Docker.pid(name);
    return pid.isEmpty() || ProcessHandle.of(pid.getAsInt()).isEmpty()
        ? SampledService.UNSEEN
        : new SampledService(
            Processes.treeOf(pid.getAsInt()), null, Cgroup.of(pid.getAsInt()), null);
  }

  @Override
  public Optional<Container> container() throws IOException, InterruptedException {
    return Optional.of(Docker.recorded(name));
  }

  @Override
  public void close() {
    command.close();
    Docker.kill(name);
  }
}
