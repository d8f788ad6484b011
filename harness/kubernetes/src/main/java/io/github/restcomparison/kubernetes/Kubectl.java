package io.github.restcomparison.kubernetes;

import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Cmd.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs {@code kubectl} in one namespace of one cluster, with its user's configuration: clusters,
 * proxies, logins (docs/decisions/0031-kubectl.md).
 *
 * @param command the program, with the options that all commands have
 */
record Kubectl(List<String> command) {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /**
   * Returns the output of a command.
   *
   * @throws IOException with kubectl's message in one line, if it fails or takes over 5 minutes
   */
  String output(String... arguments) throws IOException, InterruptedException {
    return outputOf("", arguments);
  }

  /** Returns the output of a command with text for its standard input. */
  String outputOf(String input, String... arguments) throws IOException, InterruptedException {
    Result result = new Cmd(words(arguments), input, Map.of(), LIMIT).run();
    if (result.exitCode() != 0) {
      String why = result.lastLine().replaceFirst("^(?i)error( from server)?:? *", "");
      throw new IOException("kubectl %s: %s".formatted(arguments[0], why));
    }
    return result.output();
  }

  /** Deletes objects of a kind by their label, even if this thread was interrupted before. */
  void delete(String kind, String label, String... how) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      String[] what = {"delete", kind, "-l", label};
      output(Stream.of(what, how).flatMap(Stream::of).toArray(String[]::new));
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Starts a command that continues; the caller ends it. */
  Process follow(String... arguments) throws IOException {
    return new ProcessBuilder(words(arguments))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private List<String> words(String... arguments) {
    return Stream.concat(command.stream(), Stream.of(arguments)).toList();
  }
}
