package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Cmd.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs {@code kubectl} in one namespace of one cluster. It knows all that its user has configured:
 * clusters, proxies, logins (docs/decisions/0031-kubectl.md).
 *
 * @param command the program, with the options that all commands have
 */
record Kubectl(List<String> command) {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * For commands in a namespace.
   *
   * @param context of kubectl's configuration
   */
  Kubectl(String context, String namespace) {
    this(List.of("kubectl", "--context=" + context, "--namespace=" + namespace));
  }

  /**
   * Returns the context that the user is in.
   *
   * @throws IOException with one line, if there is none or no kubectl
   */
  static String currentContext() throws IOException, InterruptedException {
    return new Kubectl(List.of("kubectl")).output("config", "current-context");
  }

  /**
   * Returns the output of a command.
   *
   * @throws IOException with kubectl's message in one line, if it fails or takes over a minute
   */
  String output(String... arguments) throws IOException, InterruptedException {
    return output("", LIMIT, arguments);
  }

  /** The same with text for its standard input. */
  String output(String input, Duration limit, String... arguments)
      throws IOException, InterruptedException {
    Result result = new Cmd(words(arguments), input, Map.of(), limit).run();
    if (result.exitCode() != 0) {
      String why = result.lastLine().replaceFirst("^(?i)error( from server)?:? *", "");
      throw new IOException("kubectl %s: %s".formatted(arguments[0], why));
    }
    return result.output();
  }

  /** Returns what {@code kubectl get} knows of some objects. */
  JsonNode get(String... what) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("get", "-o", "json"));
    arguments.addAll(List.of(what));
    return JSON.readTree(output(arguments.toArray(String[]::new)));
  }

  /** Returns whether there is a namespace of that name, with all of some labels. */
  boolean hasNamespace(String name, String... labels) throws IOException, InterruptedException {
    return !output(
            "get",
            "namespaces",
            "--field-selector=metadata.name=" + name,
            "-l",
            String.join(",", labels),
            "-o",
            "name")
        .isEmpty();
  }

  /** Creates objects. */
  void create(String manifest) throws IOException, InterruptedException {
    output(manifest, LIMIT, "create", "-f", "-");
  }

  /** Starts a command that goes on; the caller ends it. */
  Process follow(String... arguments) throws IOException {
    return new ProcessBuilder(words(arguments))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private List<String> words(String... arguments) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(arguments));
    return words;
  }
}
