package io.github.restcomparison.compare.options;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.State.UserSetup;
import io.github.restcomparison.records.service.Template;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Checks names in braces: each must have one value, and must not be a selection of GraphQL, such as
 * {@code {id}} in <code>{user(id: 7) {id}}</code>.
 */
final class PlaceholderCheck {
  /** A query within a body of JSON. */
  private static final Pattern JSON_QUERY =
      Pattern.compile("\"query\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  /** The value of a parameter. */
  private static final Pattern PARAMETER = Pattern.compile("(?:^|[?&])[\\w.-]+=([^&]*)");

  /** The start of a query: JSON has a quote or a brace behind its first brace, a value its name. */
  private static final Pattern QUERY =
      Pattern.compile(
          "\\s*(?:(?:query|mutation|subscription|fragment)\\b[^{]*\\{"
              + "|(?!\\{\\{?=?[\\w.-]+})\\{\\s*[^\\s\"{}])");

  /** A name in braces behind a name, an argument or a selection; an argument follows a colon. */
  private static final Pattern SELECTION = Pattern.compile("[\\w)}]\\s*\\{([A-Za-z_]\\w*)}");

  private final Workload workload;
  private final List<String> known;
  private final UnaryOperator<String> typed;

  /**
   * A check.
   *
   * @param typed returns what the user typed for the setting at a JSON pointer
   */
  PlaceholderCheck(Workload workload, List<FeederRecords> feeders, UnaryOperator<String> typed) {
    this.workload = workload;
    this.typed = typed;
    known = new ArrayList<>(setup().take().keySet());
    feeders.forEach(each -> known.addAll(each.names()));
  }

  private UserSetup setup() {
    return workload.state().setup().orElse(UserSetup.NONE);
  }

  /**
   * Checks all requests.
   *
   * @throws io.github.restcomparison.records.settings.SettingException if braces have no value, two
   *     values or two meanings
   */
  void check() {
    check("/requests/", workload.requests());
    check("/setup/requests/", setup().requests());
  }

  private void check(String pointer, List<RequestSpec> requests) {
    for (int i = 0; i < requests.size(); i++) {
      RequestSpec request = requests.get(i);
      String at = pointer + i;
      String typedRequest = typed.apply(at);
      requireValues(typedRequest, request.target().toString());
      request
          .headers()
          .forEach(
              (header, values) ->
                  requireValues(typed.apply(at + "/headers/" + header), values.toString()));
      for (String name : request.names()) {
        refuseIf(
            known.indexOf(name) < known.lastIndexOf(name),
            "%s: {%s} is in two feeders, or in a feeder and the setup",
            typedRequest,
            name);
      }
      request.target().query().values().forEach(text -> requireNoSelection(typedRequest, text));
      requireNoSelection(typedRequest, request.target().path());
      if (request.content().orElse(null) instanceof Content.Text(String body)) {
        requireNoSelection(typedRequest, body);
      }
    }
  }

  private void requireValues(String typed, String text) {
    for (String name : Template.names(text)) {
      refuseIf(
          !known.contains(name),
          "%s: no feeder and no setup has {%s}; {{%s}} is the text {%s}",
          typed,
          name,
          name,
          name);
    }
  }

  private void requireNoSelection(String typed, String text) {
    List<String> queries = new ArrayList<>(List.of(text));
    JSON_QUERY.matcher(text).results().forEach(query -> queries.add(query.group(1)));
    PARAMETER.matcher(text).results().forEach(query -> queries.add(query.group(1)));
    queries.removeIf(query -> !QUERY.matcher(query).lookingAt());
    for (String query : queries) {
      for (MatchResult selection : SELECTION.matcher(query).results().toList()) {
        String name = selection.group(1);
        refuseIf(
            known.contains(name),
            "%s: {%s} may be a selection of GraphQL or a value: write {{%s}} for the text {%s}, or"
                + " {=%s} for the value",
            typed,
            name,
            name,
            name,
            name);
      }
    }
  }
}
