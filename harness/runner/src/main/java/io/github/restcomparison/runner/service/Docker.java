package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Runs commands of Docker's CLI. */
public final class Docker {
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);

  /** A pull may take minutes. */
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
    TreeSet<String> services = new TreeSet<>(variants.stream().map(Variant::service).toList());
    output("docker", "version", "-f", "{{.Server.Version}}");
    List<String> command = new ArrayList<>(List.of("docker", "compose"));
    command.addAll(List.of("-f", project.resolve("docker/compose.yml").toString()));
    command.addAll(List.of("--progress", "quiet", "build"));
    command.addAll(services);
    // Bake would need another plugin.
    Cmd build = new Cmd(command, "", Map.of("COMPOSE_BAKE", "false"), BUILD_LIMIT);
    Cmd.Result result = build.run();
    if (result.exitCode() != 0) {
      System.err.println(result.error());
      throw new IOException("these images could not be built: " + String.join(", ", services));
    }
  }

  /**
   * The output of a short command.
   *
   * @throws IOException if it fails; the message contains its output
   */
  static String output(String... command) throws IOException, InterruptedException {
    return Cmd.of(command).within(LIMIT).output();
  }
}
