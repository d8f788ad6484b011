package io.github.restcomparison.servicekit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reads the settings of a program: fields with picocli's {@code @Option}, from the command line
 * ({@code --delay-ms 50}), else from the environment ({@code DELAY_MS=50}), else as they are
 * initialized.
 *
 * <p>The label of an option is its rule, so that help and check cannot differ: {@code 0..600000} is
 * an integer in that range, {@code fixed|uniform} one of these words; {@code 1..200|virtual} is
 * either. A label in capitals is any text. What the help says of them is in {@code
 * settings.properties}.
 */
public final class SettingsReader {
  private SettingsReader() {}

  /**
   * Sets the fields of a program, which must have been made for this call. Prints the help and
   * exits if the arguments request it.
   *
   * @param environment returns the value of a variable, or null; blank values do not count
   * @throws InvalidSettingException if an option is unknown, or any value invalid
   */
  public static void read(Object program, UnaryOperator<String> environment, String... arguments) {
    CommandLine command = new CommandLine(program);
    command.setResourceBundle(
        ResourceBundle.getBundle(SettingsReader.class.getPackageName() + ".settings"));
    command.setDefaultValueProvider(
        option ->
            option instanceof OptionSpec named
                ? Optional.ofNullable(environment.apply(variable(named)))
                    .map(String::strip)
                    .filter(value -> !value.isEmpty())
                    .orElse(null)
                : null);
    try {
      command.parseArgs(arguments);
    } catch (UnmatchedArgumentException e) {
      String first = e.getUnmatched().getFirst();
      throw new InvalidSettingException(
          (first.startsWith("-") ? "unknown option '" : "unexpected argument '") + first + "'");
    } catch (ParameterException e) {
      throw e.getArgSpec() instanceof OptionSpec option && e.getValue() != null
          ? invalid(option, e.getValue(), arguments)
          : new InvalidSettingException(e.getMessage());
    }
    if (command.isUsageHelpRequested()) {
      command.usage(System.out);
      System.exit(0);
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      Object value = option.getValue();
      if (value != null && !option.usageHelp() && !isValid(option.paramLabel(), value.toString())) {
        throw invalid(option, value.toString(), arguments);
      }
    }
  }

  /**
   * Returns the values in force, by the names of the options in camel case; missing ones are empty.
   */
  static Map<String, String> of(Object program) {
    Map<String, String> values = new TreeMap<>();
    for (OptionSpec option : new CommandLine(program).getCommandSpec().options()) {
      if (!option.usageHelp()) {
        values.put(
            camelCase(option), option.getValue() == null ? "" : option.getValue().toString());
      }
    }
    return values;
  }

  private static boolean isValid(String rule, String value) {
    return Arrays.stream(rule.split("\\|"))
        .anyMatch(
            each -> {
              String[] range = each.split("\\.\\.");
              return range.length == 2
                  ? value.matches("\\d{1,9}")
                      && Integer.parseInt(value) >= Integer.parseInt(range[0])
                      && Integer.parseInt(value) <= Integer.parseInt(range[1])
                  : each.equals(value) || each.matches("[A-Z].*");
            });
  }

  private static InvalidSettingException invalid(
      OptionSpec option, String value, String[] arguments) {
    boolean given =
        Arrays.stream(arguments)
            .anyMatch(each -> each.split("=", 2)[0].equals(option.longestName()));
    List<String> valid = List.of(option.paramLabel().split("\\|"));
    String ranges =
        valid.stream().filter(each -> each.contains("..")).collect(Collectors.joining(" or "));
    String words =
        valid.stream().filter(each -> !each.contains("..")).collect(Collectors.joining(", "));
    String expected =
        words.matches("[A-Z]+")
            ? "a valid " + words
            : ranges.isEmpty()
                ? "one of " + words
                : "an integer in " + ranges + (words.isEmpty() ? "" : " or '" + words + "'");
    return new InvalidSettingException(
        "%s: '%s' is not %s"
            .formatted(
                given ? option.longestName() : variable(option),
                value.replaceAll("\\R", " "),
                expected));
  }

  /** Returns {@code DELAY_MS} for {@code --delay-ms}. */
  private static String variable(OptionSpec option) {
    return option.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
  }

  /** Returns {@code delayMs} for {@code --delay-ms}. */
  private static String camelCase(OptionSpec option) {
    String[] words = option.longestName().substring(2).split("-");
    return Arrays.stream(words)
        .skip(1)
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining("", words[0], ""));
  }
}
