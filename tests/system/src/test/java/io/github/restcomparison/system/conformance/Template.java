package io.github.restcomparison.system.conformance;

import io.github.restcomparison.servicekit.Endpoint;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The short hand of the tables: {@code \r \n \t \0 \x7f \\}, {@code {host}}, {@code {a*2000}}. */
final class Template {
  private static final Map<String, String> WORDS =
      Map.of(
          "{path}",
          Endpoint.RESOURCE,
          "{get}",
          "GET " + Endpoint.RESOURCE + " HTTP/1.1\\r\\n",
          "{post}",
          "POST " + Endpoint.RESOURCE + " HTTP/1.1\\r\\n",
          "{host}",
          "Host: a\\r\\n",
          "{chunked}",
          "Host: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
          "{chunked-only}",
          "Transfer-Encoding: chunked\\r\\n");
  private static final Pattern REPEATED = Pattern.compile("\\{([^{}]+)\\*(\\d+)}");
  private static final Pattern ESCAPED = Pattern.compile("\\\\([rnt0\\\\]|x[0-9a-f]{2})");

  private Template() {}

  /** Each character of the result is one byte. */
  static String expand(String template) {
    String text = template;
    for (Map.Entry<String, String> word : WORDS.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    text =
        REPEATED
            .matcher(text)
            .replaceAll(
                match ->
                    java.util.regex.Matcher.quoteReplacement(
                        match.group(1).repeat(Integer.parseInt(match.group(2)))));
    return ESCAPED
        .matcher(text)
        .replaceAll(match -> java.util.regex.Matcher.quoteReplacement(character(match)));
  }

  private static String character(MatchResult escape) {
    String code = escape.group(1);
    return switch (code.charAt(0)) {
      case 'r' -> "\r";
      case 'n' -> "\n";
      case 't' -> "\t";
      case '0' -> "\0";
      case 'x' -> Character.toString(Integer.parseInt(code.substring(1), 16));
      default -> "\\";
    };
  }
}
