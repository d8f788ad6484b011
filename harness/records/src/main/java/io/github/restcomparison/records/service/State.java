package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The state that requests of a user's need.
 *
 * @param beforeRun absent for none
 * @param feeders of which all users take their records
 */
public record State(Optional<BeforeRun> beforeRun, List<Feeder> feeders) {
  /** Requests that need none. */
  public static final State NONE = new State(Optional.empty(), List.of());

  /**
   * A command before each run, such as one that resets the data. It has the environment of the
   * service that is then started; what it starts ends with it.
   *
   * @param command a line for {@code sh -c}
   * @param directory that it is run in; absent for that of {@code compare}
   * @param limit how long it may take, 1 s to 60 min
   */
  public record BeforeRun(
      @Limits(pattern = ServiceSpec.Origin.TEXT, valid = "some text") String command,
      Optional<String> directory,
      @Limits(min = "1s", max = "60m") Duration limit) {}

  /** Returns the keys of what is stated. */
  public List<String> keys() {
    return Stream.of(
            beforeRun.map(any -> "beforeRun"), feeders.stream().findAny().map(any -> "feeders"))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * A file of records that requests are filled in from: a request takes the next record of each
   * feeder that it has a name of.
   *
   * @param file {@code .json} or {@code .jsonl}: objects in an array, or one a line; any other:
   *     separated values, whose first line has the names
   * @param once whether each record is used once; else the first follows the last
   * @param delimiter of the values, one character or {@code \\t}; absent for a comma, or a tab in a
   *     {@code .tsv}
   */
  public record Feeder(
      String file,
      boolean once,
      @Limits(pattern = "[^\\r\\n\"]|\\\\t", valid = "one character, or \\t")
          Optional<String> delimiter) {
    private static final Pattern NAME = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

    /** What separates its values. */
    String separator() {
      String usual = file.endsWith(".tsv") ? "\t" : ",";
      return delimiter.map(stated -> stated.replace("\\t", "\t")).orElse(usual);
    }

    /** Whether a text has names in braces, such as {@code /orders/{id}}. */
    public static boolean hasNames(String text) {
      return NAME.matcher(text).find();
    }

    /**
     * Returns a text with values in the place of names. A name without a value stays as it is:
     * bodies of JSON have braces, too.
     *
     * @param field the value of a field by its name, null if there is none
     */
    public static String filled(String text, UnaryOperator<String> field) {
      return NAME.matcher(text)
          .replaceAll(
              name -> {
                String value = field.apply(name.group(1));
                return Matcher.quoteReplacement(value == null ? name.group() : value);
              });
    }
  }
}
