package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Processes;
import io.github.restcomparison.runner.sampling.Cgroup;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Runs commands of Docker's CLI. */
public final class Docker {
  /** A build, or a pull, can take minutes. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

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
    TreeSet<String> services = new TreeSet<>(variants.stream().map(Variant::service).toList());
    String file = project.resolve("docker/compose.yml").toString();
    List<String> command =
        new ArrayList<>(List.of("docker", "compose", "-f", file, "--progress", "quiet", "build"));
    command.addAll(services);
    // Bake would need another plugin.
    Cmd.Result result = new Cmd(command, "", Map.of("COMPOSE_BAKE", "false"), LIMIT).run();
    if (result.exitCode() != 0) {
      System.err.println(result.error());
      throw new IOException("these images could not be built: " + String.join(", ", services));
    }
  }

  /**
   * Pulls an image that is not here.
   *
   * @throws IOException if it cannot be pulled, or there is no Docker engine; one line says why
   */
  public static void require(String image) throws IOException, InterruptedException {
    engine();
    if (inspected(image, "{{.Id}}").isEmpty()) {
      output("pull", "--quiet", image);
    }
  }

  private static String engine() throws IOException, InterruptedException {
    return output("version", "-f", "{{.Server.Version}}");
  }

  /** Returns the output of a command of Docker's. */
  static String output(String... words) throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of("docker"), Stream.of(words)).toList();
    return new Cmd(command, "", Map.of(), LIMIT).output();
  }

  /** Returns what {@code docker inspect} says of a container or image; empty if there is none. */
  static String inspected(String name, String format) throws InterruptedException {
    try {
      return output("inspect", "-f", format, name);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the processes and the control group of a container, if they are of this host. */
  static SampledService sampled(String container) throws InterruptedException {
    String text = inspected(container, "{{.State.Pid}}");
    long pid = text.matches("[1-9]\\d{0,8}") ? Long.parseLong(text) : -1;
    return ProcessHandle.of(pid).isEmpty()
        ? SampledService.UNSEEN
        : new SampledService(Processes.treeOf(pid), null, Cgroup.of(pid));
  }

  /** Returns the container that publishes a port of this host; null if there is none. */
  static String publishing(int port) throws InterruptedException {
    try {
      String id = output("ps", "--quiet", "--filter", "publish=" + port);
      return id.matches("[0-9a-f]+") ? id : null;
    } catch (IOException e) {
      return null; // no engine
    }
  }

  /**
   * Describes a container for the record.
   *
   * @throws IOException if it has ended
   */
  static Container recorded(String container) throws IOException, InterruptedException {
    String[] found =
        output("inspect", "-f", "{{.Image}} {{.HostConfig.Memory}}", container).split(" ");
    return new Container(
        "Docker " + engine(), found[0], Long.parseLong(found[1]), Optional.empty());
  }

  /** Kills a container that did not react to its signal. */
  static void kill(String container) {
    try {
      output("kill", container);
    } catch (IOException e) {
      // it has ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
