package io.github.restcomparison.runner.variants;

import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.runner.host.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP client under test: it sends a burst of requests, all at once.
 *
 * @param name identifies it in options, records and pages
 * @param threadModel what its threads do, in one line
 */
public record HttpClientVariant(String name, String threadModel) {
  private static final String NODE = "client-node";
  private static final List<HttpClientVariant> ALL =
      List.of(
          new HttpClientVariant(
              "client-cached", "a platform thread of a cached pool blocks for each request"),
          new HttpClientVariant("client-virtual", "a virtual thread blocks for each request"),
          new HttpClientVariant("client-async", "sendAsync: no thread for a request"),
          new HttpClientVariant(NODE, "Node.js: fetch and Promise.all on one event loop"));

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
    return name.equals(NODE) && Program.find(project, "node").isEmpty()
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
    if (name.equals(NODE)) {
      return List.of("node", clients.resolve("fetch.mjs").toString());
    }
    String classPath = Program.classPath(project, clients);
    String main = "io.github.restcomparison.clients.Main";
    return List.of(Program.JAVA, "-Xms512m", "-Xmx512m", "-cp", classPath, main);
  }

  /**
   * The client's settings as environment variables.
   *
   * @param requests per burst, all sent at once
   * @param repetitions how many bursts
   */
  public Map<String, String> environment(int requests, int repetitions) {
    return Map.of(
        "SERVICE",
        "http://127.0.0.1:" + Origin.PORT + "/",
        "REQUESTS",
        Integer.toString(requests),
        "REPETITIONS",
        Integer.toString(repetitions),
        "CLIENT",
        name.substring("client-".length()));
  }
}
