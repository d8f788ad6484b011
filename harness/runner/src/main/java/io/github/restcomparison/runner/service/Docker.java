package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs commands of Docker's CLI. */
public final class Docker {
  private static final JsonMapper JSON = new JsonMapper();

  /** A build, or a pull, can take minutes. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** The limits that {@code docker/compose.yml} sets for every service of this project. */
  private static final String LIMITS =
      "--no-healthcheck --pids-limit 32768 --ulimit nofile=20000:20000 --read-only --tmpfs /tmp"
          + " --cap-drop ALL --security-opt no-new-privileges --user ";

  private Docker() {}

  /**
   * Builds the images of some variants by {@code docker/compose.yml}; unchanged images are not
   * rebuilt. The errors of a build that fails go to the error output of this JVM.
   *
   * @throws IOException if there is no Docker engine, or an image cannot be built
   */
  public static void build(Path project, Collection<Variant> variants)
      throws IOException, InterruptedException {
    engine();
    List<String> services = variants.stream().map(Variant::service).distinct().sorted().toList();
    String file = project.resolve("docker/compose.yml").toString();
    List<String> words = new ArrayList<>(List.of("docker", "compose", "-f", file));
    words.addAll(List.of("--progress", "quiet", "build"));
    words.addAll(services);
    // Bake would need another plugin.
    Cmd.Result result = new Cmd(words, "", Map.of("COMPOSE_BAKE", "false"), LIMIT).run();
    if (result.exitCode() != 0) {
      System.err.println(result.error());
      throw new IOException("these images could not be built: " + String.join(", ", services));
    }
  }

  /**
   * Pulls an image that is not here.
   *
   * @throws IOException if it cannot be pulled, or there is no Docker engine; with the reason in
   *     one line
   */
  public static void require(String image) throws IOException, InterruptedException {
    engine();
    if (inspect(image).isMissingNode()) {
      output("pull", "--quiet", image);
    }
  }

  /**
   * Runs a new container of an image. Its address is its own in Docker's network; or, if its
   * environment has {@link Origin#PORT}, a free port of the host's network: no proxy is measured.
   */
  static CommandInstance run(Launch launch, Origin.Image image)
      throws IOException, InterruptedException {
    String name = "rest-comparison-" + UUID.randomUUID();
    Origin.Command command = Origin.Command.of(words(launch, image, name));
    return new CommandInstance(launch, command, removeLine(name), Optional.of(name));
  }

  /**
   * Returns the line for {@code sh} that removes a container, running or only created. An engine
   * may create it after the client that requested it was ended, so it is removed again.
   */
  static String removeLine(String name) {
    String remove = "docker rm --force --volumes " + name;
    return remove + "; sleep 1; " + remove;
  }

  /** Returns the line for {@code sh} that kills a container that publishes a port of this host. */
  static String killLine(int port) {
    return "for each in $(docker ps --quiet --filter publish=%d); do docker kill $each; done"
        .formatted(port);
  }

  /**
   * Returns the words of the command. The values of the environment are not in it, but in its
   * environment.
   */
  static List<String> words(Launch launch, Origin.Image image, String name)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("docker", "run", "--rm", "--name", name));
    if (launch.spec().hasPortInEnv()) {
      words.addAll(List.of("--network", "host"));
    }
    if (!launch.placement().service().isEmpty()) {
      words.addAll(List.of("--cpuset-cpus", Placement.text(launch.placement().service())));
    }
    image.cpus().ifPresent(cpus -> words.addAll(List.of("--cpus", cpus)));
    image
        .memory()
        .ifPresent(most -> words.addAll(List.of("--memory", most, "--memory-swap", most)));
    if (image.image().startsWith(Variant.IMAGES)) {
      // A JVM can be attached to by the same user only.
      String user = Cmd.of("id", "-u").output() + ":" + Cmd.of("id", "-g").output();
      words.addAll(List.of((LIMITS + user).split(" ")));
      Optional.ofNullable(launch.spec().env().get("KEY_STORE"))
          .ifPresent(key -> words.addAll(List.of("--volume", key + ":" + key + ":ro")));
    }
    launch.spec().env().keySet().stream()
        .sorted()
        .forEach(key -> words.addAll(List.of("--env", key)));
    words.add(image.image());
    return words;
  }

  /**
   * Returns where a container listens in Docker's network; empty until it has an address.
   *
   * @param found what {@link #inspect} returned
   * @throws IOException if its image exposes not one port, and none is given
   */
  static Optional<String> address(JsonNode found, Origin.Image image) throws IOException {
    Optional<String> address =
        found
            .path("NetworkSettings")
            .path("Networks")
            .valueStream()
            .map(network -> network.path("IPAddress").asString())
            .filter(each -> !each.isEmpty())
            .findFirst();
    String exposed = String.join(" ", found.path("Config").path("ExposedPorts").propertyNames());
    String port =
        image.port().stream().mapToObj(given -> given + "/tcp").findFirst().orElse(exposed);
    if (address.isPresent() && !port.matches("\\d+/tcp")) {
      throw new IOException(
          "image %s exposes %s: state its port"
              .formatted(image.image(), port.isEmpty() ? "no port" : port));
    }
    return address.map(host -> "http://%s:%s".formatted(host, port.replace("/tcp", "")));
  }

  /**
   * Returns the version of the Docker engine.
   *
   * @throws IOException if there is none; with the reason in one line
   */
  public static String engine() throws IOException, InterruptedException {
    return output("version", "-f", "{{.Server.Version}}");
  }

  private static String output(String... words) throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of("docker"), Stream.of(words)).toList();
    return new Cmd(command, "", Map.of(), LIMIT).output();
  }

  /**
   * Returns the result of {@code docker inspect} for a container or image; empty if there is none.
   */
  static JsonNode inspect(String name) throws InterruptedException {
    try {
      return JSON.readTree(output("inspect", name)).path(0);
    } catch (IOException e) {
      return JSON.missingNode();
    }
  }

  /** Returns the container that publishes a port of this host; empty if there is none. */
  static Optional<String> publisherOf(int port) throws InterruptedException {
    try {
      String id = output("ps", "--quiet", "--filter", "publish=" + port);
      return Optional.of(id).filter(each -> each.matches("[0-9a-f]+"));
    } catch (IOException e) {
      return Optional.empty(); // no engine
    }
  }

  /**
   * Returns a service that runs in a container: its processes and its control group can be observed
   * if they are of this host.
   *
   * @throws IOException if there is no Docker engine any more
   */
  static RunningService started(CommandInstance command, URI address, String container)
      throws IOException, InterruptedException {
    JsonNode found = inspect(container);
    boolean isHere = isOnThisHost(found);
    return RunningService.ofAddress(address, Optional.of(command))
        .withProcesses(processes(found), isHere ? Cgroup.of(pid(found)) : Optional::empty)
        .with(
            new Container(
                "Docker " + engine(),
                found.path("Image").asString(),
                found.path("HostConfig").path("Memory").asLong(),
                Optional.empty()));
  }

  /** Returns the processes of a container; none if they are not of this host. */
  static Supplier<List<ProcessHandle>> processes(JsonNode found) {
    return isOnThisHost(found)
        ? () ->
            ProcessHandle.of(pid(found)).stream()
                .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
                .toList()
        : List::of;
  }

  /**
   * Returns whether its process ids are of this host: they are not for an engine in a virtual
   * machine.
   */
  private static boolean isOnThisHost(JsonNode found) {
    String id = found.path("Id").asString();
    return Cgroup.groups(pid(found)).filter(groups -> groups.contains(id)).isPresent();
  }

  private static long pid(JsonNode found) {
    return found.path("State").path("Pid").asLong();
  }
}
