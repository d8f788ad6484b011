package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a service runs in, and how it is started and found there. */
public sealed interface ServiceLauncher permits ProcessLauncher, DockerContainer {

  /** The name of {@link DockerContainer} in settings and plans. */
  String DOCKER = "docker";

  /**
   * Reads {@code -Druntime}: {@code bare} (where nothing is said) or {@code docker}.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it is neither
   */
  static ServiceLauncher of(Settings settings) {
    return settings.oneOf("RUNTIME", "bare", "bare", DOCKER).equals(DOCKER)
        ? new DockerContainer()
        : new ProcessLauncher();
  }

  /**
   * The command that starts a service and goes on as long as it does: it hands SIGTERM on, and the
   * service's output and exit code back. Once its standard input ends, the service does, too.
   *
   * @param project the folder with the variant's module in it
   * @param environment what the service is told, by variable
   * @throws IOException where the variant is not built for it, in one line that says how it is
   */
  List<String> command(
      Path project, Variant variant, Map<String, String> environment, Placement placement)
      throws IOException, InterruptedException;

  /**
   * The id, on this host, of the service's own process.
   *
   * @param command the process of {@link #command}, once the service is ready
   */
  long pid(Process command) throws IOException, InterruptedException;

  /** Ends a service that did not hear SIGTERM; does nothing where it has gone. */
  void kill(Process command);
}
