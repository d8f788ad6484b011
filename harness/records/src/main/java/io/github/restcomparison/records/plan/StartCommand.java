package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What somebody typed to begin an experiment, in {@code command.txt}: a page shows it for others.
 * What looks like a secret, which a shell had filled in already, is left out.
 */
public final class StartCommand {
  private static final String FILE = "command.txt";

  /** A header or variable whose name tells that its value is a secret, and the value. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?is)([^:=]*(?:authorization|cookie|token|secret|password|passwd|credential|api-?key)"
              + "[^:=]*[:=])(?!\\s*\\$\\{).+");

  private StartCommand() {}

  /**
   * The command line, as a shell takes it.
   *
   * @return empty where nobody wrote it down
   * @throws IOException where it cannot be read
   */
  public static Optional<String> in(Path experiment) throws IOException {
    Path file = experiment.resolve(FILE);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /**
   * Writes it down.
   *
   * @param arguments behind {@code ./compare}
   * @throws IOException where it cannot be written
   */
  public static void write(Path experiment, List<String> arguments) throws IOException {
    Files.createDirectories(experiment);
    String line =
        arguments.stream()
            .map(argument -> SECRET.matcher(argument).replaceFirst("$1***"))
            .map(StartCommand::quoted)
            .collect(Collectors.joining(" "));
    RunFolder.writeWhole(
        experiment.resolve(FILE), ("./compare " + line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String argument) {
    return argument.matches("[A-Za-z0-9_@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
