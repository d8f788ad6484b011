package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.service.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command that began an experiment, in {@code command.txt}; a page prints it for other readers.
 * Values of names such as {@code Authorization}, which a shell may have filled in, are replaced;
 * {@code ${NAME}} of the environment is not.
 */
public final class StartCommand {
  private static final String FILE = "command.txt";

  /** A header of {@code -H}, or a variable of {@code --env}: the value is all that follows. */
  private static final Pattern WHOLE =
      Pattern.compile("(?s)((?<name>" + Secrets.NAME + ")\\s*[:=]\\s*)(?<value>.+)");

  /** A value within a command, a URL, a form or JSON. */
  private static final Pattern PART =
      Pattern.compile(
          "((?<name>"
              + Secrets.NAME
              + ")\"?\\s*[:=]\\s*)"
              + "(?<value>(?:\\w+\\s+)?\\$\\{\\w+}|\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'"
              + "|(?:(?i:bearer|basic|digest|token)\\s+)?[^\\s&,;\"'}]+)");

  /** The name of a service, which is no secret, or an option that has one value. */
  private static final Pattern START =
      Pattern.compile("(?s)(-H|--header=|--env=[^:]*:|--service=[^=]*=)(.*)");

  private StartCommand() {}

  /** Returns the command line, quoted for a shell; empty if it was not recorded. */
  public static Optional<String> read(Path experiment) throws IOException {
    Path file = experiment.resolve(FILE);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** Records the arguments of {@code ./compare}. */
  public static void write(Path experiment, List<String> arguments) throws IOException {
    StringBuilder line = new StringBuilder("./compare");
    String option = "";
    for (String argument : arguments) {
      line.append(' ').append(quoted(shown(option, argument)));
      option = argument;
    }
    RunFolder.writeWhole(
        experiment.resolve(FILE), line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns an argument without secrets.
   *
   * @param option the argument before it
   */
  private static String shown(String option, String argument) {
    String before = Set.of("--header", "--env", "--service").contains(option) ? option + "=" : "";
    Matcher start = START.matcher((option.equals("-H") ? option : before) + argument);
    if (!start.matches()) {
      return replaced(PART, argument);
    }
    int typed = argument.length() - start.group(2).length();
    boolean isPart = start.group(1).startsWith("--service");
    boolean isWhole = !isPart && WHOLE.matcher(start.group(2)).matches();
    return argument.substring(0, typed) + replaced(isWhole ? WHOLE : PART, start.group(2));
  }

  private static String replaced(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .replaceAll(
            found -> {
              String value = found.group("value").replaceAll("^['\"]|['\"]$", "");
              boolean isTyped = Secrets.isTyped(found.group("name"), value);
              return Matcher.quoteReplacement(isTyped ? found.group(1) + "***" : found.group());
            });
  }

  /** Returns a word, quoted for a shell if necessary. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
