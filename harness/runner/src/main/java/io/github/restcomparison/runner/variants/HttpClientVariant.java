package io.github.restcomparison.runner.variants;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A client that asks everything at once, as it is measured.
 *
 * @param name what it is called everywhere
 * @param mode what it is told to be, by {@code CLIENT}
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

  /** All of them. */
  public static List<HttpClientVariant> all() {
    return ALL;
  }

  /** The one of that name, where it is a client's. */
  public static Optional<HttpClientVariant> of(String name) {
    return ALL.stream().filter(client -> client.name.equals(name)).findFirst();
  }

  /** What this host lacks for it, a sentence; empty where it can run. */
  public Optional<String> missing(Path project) {
    return node && Program.find(project, "node").isEmpty()
        ? Optional.of("it needs node, which is not installed here")
        : Optional.empty();
  }

  /** The command that starts it, without its settings. */
  public List<String> command(Path project) {
    Path clients = project.resolve("clients");
    return node
        ? List.of("node", clients.resolve("fetch.mjs").toString())
        : List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms512m",
            "-Xmx512m",
            "-cp",
            clients.resolve("target/classes")
                + System.getProperty("path.separator")
                + project.resolve("libraries/service-kit/target/classes"),
            "io.github.restcomparison.clients.Main");
  }

  /** What it is told by its environment: whom to ask, how many requests at once, how often. */
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
