package io.github.restcomparison.runner.variants;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP client under test: it sends a burst of requests, all at once.
 *
 * @param name identifies it in options, records and pages
 * @param mode the value of its {@code CLIENT} setting
 * @param threadModel what its threads do, in one line
 * @param node whether it runs on Node.js instead of a JVM
 */
public record HttpClientVariant(String name, String mode, String threadModel, boolean node) {
  private static final List<HttpClientVariant> ALL =
      List.of(
          new HttpClientVariant(
              "client-cached",
              "cached",
              "a platform thread of a cached pool blocks for each request",
              false),
          new HttpClientVariant(
              "client-virtual", "virtual", "a virtual thread blocks for each request", false),
          new HttpClientVariant(
              "client-async", "async", "sendAsync: no thread for a request", false),
          new HttpClientVariant(
              "client-node", "", "Node.js: fetch and Promise.all on one event loop", true));

  /** All clients. */
  public static List<HttpClientVariant> all() {
    return ALL;
  }

  /** Finds a client by its name; empty if no client has it. */
  public static Optional<HttpClientVariant> of(String name) {
    return ALL.stream().filter(client -> client.name.equals(name)).findFirst();
  }

  /** One sentence that names what this host lacks to run the client; empty if it can run. */
  public Optional<String> missing(Path project) {
    return node && Program.find(project, "node").isEmpty()
        ? Optional.of("it needs node, which is not installed here")
        : Optional.empty();
  }

  /**
   * The command that starts the client; {@link #environment} has its settings.
   *
   * @throws IOException if the client was not built
   */
  public List<String> command(Path project) throws IOException {
    Path clients = project.resolve("clients");
    return node
        ? List.of("node", clients.resolve("fetch.mjs").toString())
        : List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms512m",
            "-Xmx512m",
            "-cp",
            Program.classPath(project, clients),
            "io.github.restcomparison.clients.Main");
  }

  /**
   * The client's settings as environment variables.
   *
   * @param service the base address of the service
   * @param requests per burst, all sent at once
   * @param repetitions how many bursts
   */
  public Map<String, String> environment(String service, int requests, int repetitions) {
    return Map.of(
        "SERVICE",
        service,
        "REQUESTS",
        Integer.toString(requests),
        "REPETITIONS",
        Integer.toString(repetitions),
        "CLIENT",
        mode);
  }
}
