package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The state that a user's requests need.
 *
 * @param beforeRun empty for none
 * @param setup empty for none
 * @param feeders of which all users take their records
 */
public record State(
    Optional<BeforeRun> beforeRun, Optional<UserSetup> setup, List<Feeder> feeders) {
  private static final Optional<BeforeRun> NO_COMMAND = Optional.empty();

  /** No state. */
  public static final State NONE = new State(NO_COMMAND, Optional.empty(), List.of());

  /**
   * A command before each run, such as one that resets the data. It has the environment of the
   * service that is then started; processes that it starts end with it.
   *
   * @param command a line for {@code sh -c}
   * @param directory that it is run in; empty for the current directory of {@code compare}
   * @param limit the maximum duration, 1 s to 60 min
   */
  public record BeforeRun(
      @Limits(pattern = ServiceSpec.Origin.TEXT, valid = "some text") String command,
      Optional<String> directory,
      @Limits(min = "1s", max = "60m") Duration limit) {}

  /**
   * Requests before a user's first one, such as a login.
   *
   * @param requests in this order
   * @param take values for {@code {NAME}} in later requests, by name: {@code json:/POINTER}, {@code
   *     header:NAME} or {@code cookie:NAME} of the last response that has it
   * @param once whether one user sends them for all; else each user sends its own
   * @param renewAfter the age at which they are sent again; empty for none
   * @param renewOn statuses after which they are sent again, and then the request itself; empty for
   *     none
   */
  public record UserSetup(
      List<RequestSpec> requests,
      Map<String, String> take,
      boolean once,
      @Limits(min = "1ms", max = "60m") Optional<Duration> renewAfter,
      @Limits(pattern = Expectation.STATUSES, valid = Expectation.VALID_STATUSES)
          Optional<String> renewOn) {
    private static final Optional<Duration> NEVER = Optional.empty();

    /** No requests. */
    public static final UserSetup NONE =
        new UserSetup(List.of(), Map.of(), false, NEVER, Optional.empty());

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Checks the values.
     *
     * @throws SettingException if one has an invalid source
     */
    public UserSetup {
      boolean isStated = !take.isEmpty() || once || renewAfter.isPresent() || renewOn.isPresent();
      SettingException.refuseIf(requests.isEmpty() && isStated, "has no requests");
      take.forEach(
          (name, source) ->
              check(
                  source.matches("json:/.*|(header|cookie):.+"),
                  "take/" + name,
                  source,
                  "json:/POINTER, header:NAME or cookie:NAME"));
    }

    /**
     * Returns a value of a response; empty if it has none.
     *
     * @param headers returns all values of a header
     */
    public static Optional<String> valueIn(
        String source, Function<String, List<String>> headers, Supplier<String> body) {
      String name = source.substring(source.indexOf(':') + 1);
      if (source.startsWith("json:")) {
        try {
          JsonNode node = JSON.readTree(body.get()).at(name);
          return node.isMissingNode()
              ? Optional.empty()
              : Optional.of(node.asString(node.toString()));
        } catch (JacksonException e) {
          return Optional.empty();
        }
      }
      if (source.startsWith("header:")) {
        return headers.apply(name).stream().findFirst();
      }
      return headers.apply("Set-Cookie").stream()
          .filter(cookie -> cookie.startsWith(name + "="))
          .map(cookie -> cookie.substring(name.length() + 1).replaceFirst(";.*", ""))
          .findFirst();
    }
  }

  /**
   * A file of records that fill in requests: a request takes the next record of each feeder whose
   * names it contains.
   *
   * @param file {@code .json} or {@code .jsonl}: objects in an array, or one a line; any other:
   *     separated values, whose first line has the names
   * @param once whether each record is used once; else the first follows the last
   * @param delimiter of the values, one character or {@code \\t}; empty for a comma, or a tab in a
   *     {@code .tsv}
   */
  public record Feeder(
      String file,
      boolean once,
      @Limits(pattern = "[^\\r\\n\"]|\\\\t", valid = "one character, or \\t")
          Optional<String> delimiter) {

    /** Returns the separator of its values. */
    char separator() {
      String usual = file.endsWith(".tsv") ? "\t" : ",";
      return delimiter.map(stated -> stated.replace("\\t", "\t")).orElse(usual).charAt(0);
    }
  }
}
