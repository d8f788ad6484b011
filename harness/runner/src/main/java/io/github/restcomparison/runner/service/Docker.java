package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Docker's command line. */
public final class Docker {
  private Docker() {}

  /**
   * Builds the images of some variants, as {@code docker/compose.yml} says; what has not changed is
   * not built again. What is said goes to this JVM's error output.
   *
   * @throws IOException where there is no engine, or a variant cannot be built
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
    builder.environment().put("COMPOSE_BAKE", "false"); // which takes one more plugin
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
   * What a short command prints.
   *
   * @throws IOException where it fails, with what it says of that
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
