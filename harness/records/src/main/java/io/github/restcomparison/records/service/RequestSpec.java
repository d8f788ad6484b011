package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request of the load. {@code {NAME}} in path, query, headers and body is the value of that name
 * in the record that the user has taken from a feeder.
 *
 * @param name in records and on pages
 * @param weight how often it is drawn, relative to the others, above 0
 * @param method such as {@code GET}
 * @param path begins with a slash; it may have a query already; it is sent as it is
 * @param query parameters, not encoded
 * @param headers by name, all values of which are sent; they replace the client's own; {@code
 *     ${NAME}} in them is looked up when they are sent
 * @param body absent for none
 * @param expect what its response must be
 */
public record RequestSpec(
    String name,
    double weight,
    @Limits(words = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) String method,
    String path,
    Map<String, String> query,
    Map<String, List<String>> headers,
    Optional<String> body,
    Expectation expect) {

  /**
   * Checks it.
   *
   * @throws SettingException if it cannot be sent
   */
  public RequestSpec {
    check(
        path.matches("/[!-\"$-~]*"),
        "path",
        path,
        "a path that begins with a slash, in ASCII, without white space and #; encode these as %20"
            + " and %23");
    headers.forEach(
        (header, values) -> {
          boolean isName = header.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
          check(isName, "header", header, "a name of letters and -");
          for (String value : values) {
            check(
                !value.matches("(?s).*[\\x00-\\x08\\x0a-\\x1f\\x7f].*"),
                "header " + header,
                value,
                "one line");
          }
        });
    check(weight > 0 && weight <= 1e6, "weight", weight, "above 0, up to 1000000");
  }

  /** The path with its query, encoded; what a feeder fills in is not encoded. */
  public String target() {
    if (query.isEmpty()) {
      return path;
    }
    String parameters =
        query.entrySet().stream()
            .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&"));
    return path + (path.contains("?") ? "&" : "?") + parameters;
  }

  /** Leaves {@code {NAME}} as it is, for a feeder to fill in. */
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replaceAll("%7B([A-Za-z0-9_.-]+)%7D", "{$1}")
        .replace("+", "%20");
  }
}
