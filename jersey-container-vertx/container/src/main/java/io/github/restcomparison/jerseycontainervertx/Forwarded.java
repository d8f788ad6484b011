package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.MultiMap;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The request that a proxy received, as the proxy describes it. If there are several proxies, it is
 * that of the first one.
 *
 * @param scheme null if it is not given
 * @param authority host and port, null if they are not given
 * @param prefix of the path, which the proxies removed; empty if there is none
 */
record Forwarded(String scheme, String authority, String prefix) {
  /** A name, and a value that is quoted or not, behind the pair before. */
  private static final Pattern PAIR =
      Pattern.compile(
          "\\G[;\\s]*([^=;,\\s]+)\\s*=\\s*"
              + "(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"\\s*|([^;,]*+))");

  /**
   * Returns what reads it from a request's fields; null for {@code none} and null.
   *
   * @throws IllegalArgumentException if no fields have this name
   */
  static Function<MultiMap, Forwarded> reader(Object name) {
    return switch (String.valueOf(name).toLowerCase(Locale.ROOT)) {
      case "null", "none" -> null;
      case "forwarded" -> fields -> rfc7239(fields.get("Forwarded"));
      case "x-forwarded" -> Forwarded::xForwarded;
      default ->
          throw new IllegalArgumentException(
              "forwardedFields: '%s' is not none, Forwarded or X-Forwarded".formatted(name));
    };
  }

  private static Forwarded xForwarded(MultiMap fields) {
    String prefixes = fields.get("X-Forwarded-Prefix");
    return new Forwarded(
        first(fields.get("X-Forwarded-Proto")),
        first(fields.get("X-Forwarded-Host")),
        Stream.of(prefixes == null ? new String[0] : prefixes.split(","))
            .map(each -> each.trim().replaceFirst("/$", ""))
            .collect(Collectors.joining()));
  }

  private static String first(String list) {
    return list == null ? null : list.split(",", 2)[0].trim();
  }

  /** Reads the pairs of the first element; values may be quoted. */
  private static Forwarded rfc7239(String field) {
    String scheme = null;
    String authority = null;
    Matcher pair = PAIR.matcher(field == null ? "" : field);
    while (pair.find()) {
      String quoted = pair.group(2);
      String value =
          quoted == null ? pair.group(3).trim() : quoted.replaceAll("\\\\(.)", "$1").trim();
      if (pair.group(1).equalsIgnoreCase("proto")) {
        scheme = value;
      } else if (pair.group(1).equalsIgnoreCase("host")) {
        authority = value;
      }
    }
    return new Forwarded(scheme, authority, "");
  }
}
