package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The command that began an experiment, in {@code command.txt}: a page shows it for others. What
 * looks like a secret, which a shell had filled in already, is left out.
 */
public final class StartCommand {
  private static final String FILE = "command.txt";

  /** A header or variable whose name tells that its value is a secret, and the value. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?is)([^:=]*(?:authorization|cookie|token|secret|password|passwd|_pass|credential"
              + "|(?:api|access|private)[-_]?key)[^:=]*[:=])(?!\\s*\\$\\{).+");

  private StartCommand() {}

  /** Returns the command line, as a shell takes it; empty if it was not recorded. */
  public static Optional<String> in(Path experiment) throws IOException {
    Path file = experiment.resolve(FILE);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** Records the arguments of {@code ./compare}. */
  public static void write(Path experiment, List<String> arguments) throws IOException {
    StringBuilder line = new StringBuilder("./compare");
    for (String argument : arguments) {
      line.append(' ').append(quoted(SECRET.matcher(argument).replaceFirst("$1***")));
    }
    RunFolder.writeWhole(
        experiment.resolve(FILE), line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a word as a shell takes it. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
