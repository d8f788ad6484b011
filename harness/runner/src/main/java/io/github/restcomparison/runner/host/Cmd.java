package io.github.restcomparison.runner.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.restcomparison.records.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A child process that runs to its end, with separate output and errors. If it takes too long, it
 * is ended with all of its descendants.
 *
 * @param words the program and its arguments
 * @param input for its standard input
 * @param environment variables in addition to the environment of this process
 * @param limit the maximum duration
 */
public record Cmd(
    List<String> words, String input, Map<String, String> environment, Duration limit) {
  /** The JDK's command {@code java} of this JVM. */
  public static final String JAVA = jdkTool("java");

  /** The result of a process. Texts have no white space at their ends. */
  public record Result(int exitCode, String output, String error) {
    /** Returns the last line of the errors; if there is none, of the output. */
    public String lastLine() {
      String text = error.isEmpty() ? output : error;
      return text.substring(text.lastIndexOf('\n') + 1);
    }
  }

  /** Returns a command without input and with a limit of one minute. */
  public static Cmd of(String... words) {
    return new Cmd(List.of(words), "", Map.of(), Duration.ofMinutes(1));
  }

  /** Returns a command of this JVM's JDK. */
  public static String jdkTool(String command) {
    return Path.of(System.getProperty("java.home"), "bin", command).toString();
  }

  /** Returns whether a command is on {@code PATH}, or in a folder for administrators. */
  public static boolean isInstalled(String command) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    String folders = String.join(File.pathSeparator, path, "/usr/sbin", "/usr/local/sbin");
    return Stream.of(folders.split(File.pathSeparator))
        .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, command)));
  }

  /**
   * Returns what the command printed.
   *
   * @throws IOException if it fails; the message is one line with the last line of its errors
   */
  public String output() throws IOException, InterruptedException {
    Result result = run();
    if (result.exitCode != 0) {
      throw new IOException("%s: %s".formatted(String.join(" ", words), result.lastLine()));
    }
    return result.output;
  }

  /**
   * Runs the command, and accepts any exit code. Its output goes to files: a daemon that it starts
   * may keep pipes open.
   *
   * @throws IOException if it does not start, or does not end in time
   */
  public Result run() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.named("cmd")) {
      Path in = Files.writeString(folder.path().resolve("input"), input);
      Path output = folder.path().resolve("output");
      Path error = folder.path().resolve("error");
      ProcessBuilder builder = new ProcessBuilder(words).redirectInput(in.toFile());
      builder.redirectOutput(output.toFile()).redirectError(error.toFile());
      CallerEnvironment.restoreLocale(builder.environment());
      builder.environment().putAll(environment);
      Process process = builder.start();
      try {
        if (!process.waitFor(limit)) {
          throw new IOException(
              "%s: did not end within %d s".formatted(String.join(" ", words), limit.toSeconds()));
        }
      } finally {
        end(process);
      }
      return new Result(process.exitValue(), text(output), text(error));
    }
  }

  /** Returns the text of a file; malformed bytes are replaced. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8).strip();
  }

  /** Kills a process with all of its descendants. */
  public static void end(Process process) {
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
  }
}
