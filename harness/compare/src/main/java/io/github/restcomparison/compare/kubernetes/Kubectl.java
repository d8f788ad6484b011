package io.github.restcomparison.compare.kubernetes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs {@code kubectl} in one namespace of one cluster. It knows all that its user has configured:
 * clusters, proxies, logins (docs/decisions/0031-kubectl.md).
 */
final class Kubectl {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final List<String> command;

  /**
   * For commands in a namespace.
   *
   * @param context of kubectl's configuration
   */
  Kubectl(String context, String namespace) {
    command = List.of("kubectl", "--context", context, "--namespace", namespace);
  }

  /**
   * The context that the user is in.
   *
   * @throws IOException with one line, where there is none or no kubectl
   */
  static String currentContext() throws IOException, InterruptedException {
    return run(List.of("kubectl", "config", "current-context"), "", LIMIT);
  }

  /**
   * The output of a command.
   *
   * @throws IOException with kubectl's message in one line, where it fails or takes over a minute
   */
  String output(String... arguments) throws IOException, InterruptedException {
    return output("", LIMIT, arguments);
  }

  /** The same with text for its standard input. */
  String output(String input, Duration limit, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return run(all, input, limit);
  }

  /** What {@code kubectl get} knows of some objects. */
  JsonNode get(String... what) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("get", "-o", "json"));
    arguments.addAll(List.of(what));
    return JSON.readTree(output(arguments.toArray(String[]::new)));
  }

  /** Creates objects. */
  void create(String manifest) throws IOException, InterruptedException {
    output(manifest, LIMIT, "create", "-f", "-");
  }

  /** Starts a command that goes on; whoever starts it ends it. */
  Process follow(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static String run(List<String> command, String input, Duration limit)
      throws IOException, InterruptedException {
    Process process = start(command);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Future<byte[]> output = threads.submit(() -> process.getInputStream().readAllBytes());
        Future<byte[]> error = threads.submit(() -> process.getErrorStream().readAllBytes());
        write(process, input);
        if (!process.waitFor(limit)) {
          throw new IOException(
              "kubectl %s did not end within %d s".formatted(verb(command), limit.toSeconds()));
        }
        if (process.exitValue() != 0) {
          throw new IOException("kubectl %s: %s".formatted(verb(command), oneLine(error.get())));
        }
        return new String(output.get(), StandardCharsets.UTF_8).strip();
      } finally {
        process.destroyForcibly(); // ends the two threads, too
      }
    } catch (ExecutionException e) {
      throw new IOException("kubectl %s: %s".formatted(verb(command), e.getCause()), e);
    }
  }

  private static Process start(List<String> command) throws IOException {
    try {
      return new ProcessBuilder(command).start();
    } catch (IOException e) {
      throw new IOException("kubectl is not on the PATH: a cluster is talked to by it", e);
    }
  }

  private static void write(Process process, String input) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // it has ended without reading: its error says why
    }
  }

  /** The first word that is no option of all commands. */
  private static String verb(List<String> command) {
    return command.get(command.get(1).startsWith("--") ? 5 : 1);
  }

  private static String oneLine(byte[] error) {
    String[] lines = new String(error, StandardCharsets.UTF_8).strip().split("\\R");
    return lines[lines.length - 1].replaceFirst("^(?i)error( from server)?:? *", "");
  }
}
