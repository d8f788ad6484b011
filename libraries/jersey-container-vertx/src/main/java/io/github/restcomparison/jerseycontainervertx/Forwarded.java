package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.MultiMap;
import java.util.Locale;
import java.util.function.Function;

/**
 * The request that a proxy received, as the proxy describes it. If there are several proxies, it is
 * that of the first one.
 *
 * @param scheme null if it is not given
 * @param authority host and port, null if they are not given
 * @param prefix of the path, which the proxies removed; empty if there is none
 */
record Forwarded(String scheme, String authority, String prefix) {

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
    StringBuilder prefix = new StringBuilder();
    String prefixes = fields.get("X-Forwarded-Prefix");
    for (String each : prefixes == null ? new String[0] : prefixes.split(",")) {
      prefix.append(each.trim());
      if (prefix.length() > 0 && prefix.charAt(prefix.length() - 1) == '/') {
        prefix.setLength(prefix.length() - 1);
      }
    }
    return new Forwarded(
        first(fields.get("X-Forwarded-Proto")),
        first(fields.get("X-Forwarded-Host")),
        prefix.toString());
  }

  private static String first(String list) {
    return list == null ? null : list.split(",", 2)[0].trim();
  }

  /** Reads the pairs of the first element; values may be quoted. */
  private static Forwarded rfc7239(String field) {
    String scheme = null;
    String authority = null;
    String left = field == null ? "" : field;
    while (left.indexOf('=') >= 0 && left.charAt(0) != ',') {
      int end = left.indexOf('=');
      String name = left.substring(0, end).replace(';', ' ').trim();
      StringBuilder value = new StringBuilder();
      boolean quoted = false;
      while (++end < left.length() && (quoted || ";,".indexOf(left.charAt(end)) < 0)) {
        char c = left.charAt(end);
        if (c == '"') {
          quoted = !quoted;
        } else if (c != '\\' || !quoted) {
          value.append(c);
        } else if (++end < left.length()) {
          value.append(left.charAt(end));
        }
      }
      left = left.substring(Math.min(end, left.length()));
      if (name.equalsIgnoreCase("proto")) {
        scheme = value.toString().trim();
      } else if (name.equalsIgnoreCase("host")) {
        authority = value.toString().trim();
      }
    }
    return new Forwarded(scheme, authority, "");
  }
}
