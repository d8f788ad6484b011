package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How a service is started: as a process of the host or in a container. */
public sealed interface ServiceLauncher permits ProcessLauncher, DockerContainer {

  /** The value that selects {@link DockerContainer} in settings and plans. */
  String DOCKER = "docker";

  /** The name of {@link ProcessLauncher}. */
  String BARE = "bare";

  /**
   * The launcher of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static ServiceLauncher of(String runtime) {
    return switch (runtime) {
      case BARE -> new ProcessLauncher();
      case DOCKER -> new DockerContainer();
      default -> throw new IllegalArgumentException("no runtime '" + runtime + "'");
    };
  }

  /**
   * The command that starts a service. Its process lives as long as the service, forwards SIGTERM
   * to it, and has its output and exit code. When its standard input is closed, the service ends.
   *
   * @param project the folder that contains the variant's module
   * @param environment the settings of the service, by environment variable
   * @throws IOException if the variant is not built; the one-line message says how to build it
   */
  List<String> command(
      Path project, Variant variant, Map<String, String> environment, Placement placement)
      throws IOException, InterruptedException;

  /**
   * The process id of the service on this host.
   *
   * @param command the process of {@link #command}, once the service is ready
   */
  long pid(Process command) throws IOException, InterruptedException;

  /** Kills a service that did not react to SIGTERM; does nothing if it has ended. */
  void kill(Process command);
}
