package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The checks of a response. Each part is checked of every response under load.
 *
 * @param status one or more, separated by commas; empty for any from 200 to 299
 * @param headers that the response has, by name, with these values
 * @param atLeast the minimum time of the response; it finds a cache that responds sooner
 * @param atMost the maximum time of the response
 */
public record Expectation(
    @Limits(pattern = STATUSES, valid = VALID_STATUSES) Optional<String> status,
    Map<String, String> headers,
    @JsonUnwrapped Body body,
    Optional<Duration> atLeast,
    Optional<Duration> atMost) {

  /** One or several statuses. */
  static final String STATUSES = "[1-5]\\d\\d(,[1-5]\\d\\d)*";

  /** The valid statuses, to follow "must be". */
  static final String VALID_STATUSES = "between 100 and 599; several are separated by commas";

  private static final Optional<Duration> ANY_TIME = Optional.empty();

  /** Any status from 200 to 299. */
  public static final Expectation SUCCESS =
      new Expectation(Optional.empty(), Map.of(), Body.ANY, ANY_TIME, ANY_TIME);

  private static final JsonMapper JSON = new JsonMapper();

  /**
   * The checks of a body.
   *
   * @param whole all of it
   * @param contains a part of it
   * @param matches a regular expression that a part of it matches
   * @param json values within a body of JSON, as text, by JSON pointer (RFC 6901), such as {@code
   *     /items/0/id}
   */
  public record Body(
      @JsonProperty("body") Optional<String> whole,
      Optional<String> contains,
      Optional<Regex> matches,
      Map<String, String> json) {
    private static final Optional<String> ANY_TEXT = Optional.empty();
    private static final Body ANY = new Body(ANY_TEXT, ANY_TEXT, Optional.empty(), Map.of());

    /**
     * Checks the pointers.
     *
     * @throws SettingException if one is invalid
     */
    public Body {
      for (String pointer : json.keySet()) {
        check(
            pointer.startsWith("/"), "expect json", pointer, "a JSON pointer, such as /items/0/id");
      }
    }

    /** Returns the check of a whole body. */
    public static Body of(String text) {
      return new Body(Optional.of(text), ANY.contains, ANY.matches, ANY.json);
    }

    /** Returns whether a body is checked at all. */
    public boolean isChecked() {
      return whole.isPresent() || contains.isPresent() || matches.isPresent() || !json.isEmpty();
    }

    private Optional<String> violation(
        String text, UnaryOperator<String> fill, UnaryOperator<String> hide) {
      String all = whole.map(fill).orElse(text);
      if (!all.equals(text)) {
        return different("body", text, all, hide);
      }
      String part = contains.map(fill).orElse("");
      if (!text.contains(part)) {
        return Optional.of(
            "body '%s' does not contain '%s'".formatted(brief(text, hide), brief(part, hide)));
      }
      Optional<String> unmatched = matches.flatMap(regex -> regex.violation(text, hide));
      if (unmatched.isPresent()) {
        return unmatched;
      }
      try {
        JsonNode root = json.isEmpty() ? null : JSON.readTree(text);
        for (Map.Entry<String, String> each : json.entrySet()) {
          JsonNode node = root.at(JsonPointer.compile(each.getKey()));
          String value = node.isMissingNode() ? null : node.asString(node.toString());
          String expected = fill.apply(each.getValue());
          if (!expected.equals(value)) {
            return different("json " + each.getKey(), value, expected, hide);
          }
        }
        return Optional.empty();
      } catch (JacksonException e) {
        return Optional.of("body '%s' is not JSON".formatted(brief(text, hide)));
      }
    }
  }

  /**
   * A regular expression of {@link Pattern}.
   *
   * @param text as the user wrote it
   * @param pattern the same, compiled
   */
  public record Regex(@JsonValue String text, Pattern pattern) {
    /**
     * Returns an expression.
     *
     * @throws SettingException if it is invalid
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Regex of(String text) {
      try {
        return new Regex(text, Pattern.compile(text));
      } catch (PatternSyntaxException e) {
        throw new SettingException(
            "must be a regular expression: %s near index %d"
                .formatted(e.getDescription(), e.getIndex()));
      }
    }

    private Optional<String> violation(String body, UnaryOperator<String> hide) {
      String problem = "does not match";
      try {
        if (pattern.matcher(body).find()) {
          return Optional.empty();
        }
      } catch (StackOverflowError e) {
        // (a|b)* needs a stack as deep as the length of the text.
        problem = "is too long to be matched by";
      }
      return Optional.of("body '%s' %s '%s'".formatted(brief(body, hide), problem, text));
    }
  }

  /**
   * A response.
   *
   * @param header the value of a header by its name, null if the response has none
   * @param body is decoded only if it is needed
   */
  public record Response(
      int status, Function<String, String> header, Supplier<String> body, Duration took) {}

  /**
   * Returns the same expectation without limits of the time. It has the same checks, with limits
   * that each response meets.
   */
  public Expectation atAnyTime() {
    return new Expectation(
        status,
        headers,
        body,
        atLeast.map(_ -> Duration.ZERO),
        atMost.map(_ -> ChronoUnit.FOREVER.getDuration()));
  }

  /**
   * Checks the times.
   *
   * @throws SettingException if no response can take such a time
   */
  public Expectation {
    boolean isEmpty =
        atLeast.isPresent() && atMost.isPresent() && atLeast.get().compareTo(atMost.get()) > 0;
    SettingException.refuseIf(isEmpty, "atLeast is more than atMost");
  }

  /**
   * Returns the first violation of a response; empty if it is correct. Its time is not in the text:
   * each would be another kind of failure.
   *
   * @param fill puts values in the place of the names in a text of this expectation
   * @param hide hides secrets in a text, before the text is cut
   */
  public Optional<String> violation(
      Response response, UnaryOperator<String> fill, UnaryOperator<String> hide) {
    int is = response.status();
    // All statuses have three digits, so none is a part of another, or of two.
    if (!status.map(all -> all.contains("" + is)).orElse(is >= 200 && is <= 299)) {
      return Optional.of("status %d, expected %s".formatted(is, status.orElse("2xx")));
    }
    for (Map.Entry<String, String> each : headers.entrySet()) {
      String value = response.header().apply(each.getKey());
      String expected = fill.apply(each.getValue());
      if (!expected.equals(value)) {
        return different("header " + each.getKey(), value, expected, hide);
      }
    }
    Optional<String> wrong =
        body.isChecked() ? body.violation(response.body().get(), fill, hide) : Optional.empty();
    if (wrong.isPresent()) {
      return wrong;
    }
    Duration took = response.took();
    if (atLeast.isPresent() && took.compareTo(atLeast.get()) < 0) {
      return Optional.of("took less than %d ms".formatted(atLeast.get().toMillis()));
    }
    return atMost
        .filter(most -> took.compareTo(most) > 0)
        .map(most -> "took more than %d ms".formatted(most.toMillis()));
  }

  /** Returns how a value differs; the value is null if there is none. */
  private static Optional<String> different(
      String what, String value, String expected, UnaryOperator<String> hide) {
    String is = value == null ? "is missing" : "'%s'".formatted(brief(value, hide));
    return Optional.of("%s %s, expected '%s'".formatted(what, is, brief(expected, hide)));
  }

  private static String brief(String text, UnaryOperator<String> hide) {
    String line = hide.apply(text).strip().replaceAll("\\s+", " ");
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }
}
