package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Runs commands of Docker's CLI. */
public final class Docker {
  private Docker() {}

  /**
   * Builds the images of some variants by {@code docker/compose.yml}; unchanged images are not
   * rebuilt. Messages of the build go to the error output of this JVM.
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
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("COMPOSE_BAKE", "false"); // Bake would need another plugin
    Process process = builder.start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("these images could not be built: " + String.join(", ", services));
      }
    } finally {
      process.destroy();
    }
  }

  /**
   * The output of a short command.
   *
   * @throws IOException if it fails; the message contains its output
   */
  static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + output.strip());
      }
      return output.strip();
    } finally {
      process.destroyForcibly();
    }
  }
}
