package io.github.restcomparison.servicekit;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a server must refuse by RFC 9112 and parsers accept, of a request that has been parsed: more
 * than one {@code Host}, contradictory lengths, too much content.
 */
public final class RequestRules {

  /** Of a host's name: RFC 3986, 3.2.2, without the percent sign. */
  private static final BitSet NAME = new BitSet();

  static {
    NAME.set('0', '9' + 1);
    NAME.set('A', 'Z' + 1);
    NAME.set('a', 'z' + 1);
    "-._~!$&'()*+,;=".chars().forEach(NAME::set);
  }

  private static final Pattern LENGTH = Pattern.compile("\\d+");
  private static final int DIGITS_OF_A_LONG = 18;
  private static final String NOT_IN_A_TARGET = "#\\\"<>^`{|}";

  private RequestRules() {}

  /**
   * The status to refuse a request with, or 0 to accept it.
   *
   * @param http11 whether it is of HTTP/1.1, and not older
   * @param fields gives the values of the fields of a name, one for each line
   * @param mostContent that the service takes, in bytes
   */
  public static int refusal(
      boolean http11, Function<String, List<String>> fields, int mostContent) {
    List<String> hosts = fields.apply("Host");
    if (hosts.size() > 1 || hosts.isEmpty() && http11) {
      return 400;
    }
    if (!hosts.isEmpty() && !isHost(hosts.getFirst())) {
      return 400;
    }
    List<String> codings = fields.apply("Transfer-Encoding");
    List<String> lengths = fields.apply("Content-Length");
    if (codings.isEmpty() && lengths.isEmpty()) {
      return 0;
    }
    if (codings.size() + lengths.size() > 1) {
      return 400;
    }
    return lengths.isEmpty()
        ? coding(http11, codings.getFirst())
        : length(lengths.getFirst(), mostContent);
  }

  /** A name or an address, and perhaps a port; looked at in every request, so without a pattern. */
  private static boolean isHost(String host) {
    int end = host.startsWith("[") ? afterAddress(host) : afterName(host);
    if (end == 0) {
      return false;
    }
    if (end == host.length()) {
      return true;
    }
    for (int i = end + 1; i < host.length(); i++) {
      if (host.charAt(i) < '0' || host.charAt(i) > '9') {
        return false;
      }
    }
    return host.charAt(end) == ':';
  }

  private static int afterName(String host) {
    int at = 0;
    while (at < host.length() && NAME.get(host.charAt(at)) || isEncoded(host, at)) {
      at += host.charAt(at) == '%' ? 3 : 1;
    }
    return at;
  }

  private static int afterAddress(String host) {
    int at = 1;
    while (at < host.length() && (isHex(host.charAt(at)) || ":.".indexOf(host.charAt(at)) >= 0)) {
      at++;
    }
    return at < host.length() && host.charAt(at) == ']' ? at + 1 : 0;
  }

  /** Whether there is a percent sign with two hexadecimal digits behind it. */
  private static boolean isEncoded(String text, int at) {
    return at + 2 < text.length()
        && text.charAt(at) == '%'
        && isHex(text.charAt(at + 1))
        && isHex(text.charAt(at + 2));
  }

  private static boolean isHex(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  private static int coding(boolean http11, String coding) {
    if (!http11) {
      return 400;
    }
    return coding.equalsIgnoreCase("chunked") ? 0 : 501;
  }

  private static int length(String length, int mostContent) {
    if (!LENGTH.matcher(length).matches()) {
      return 400;
    }
    return length.length() > DIGITS_OF_A_LONG || Long.parseLong(length) > mostContent ? 413 : 0;
  }

  /**
   * Whether a target is one of those of RFC 9112, 3.2 — a path, an absolute URI, or an asterisk —
   * with no characters but those of RFC 3986, 2.
   */
  public static boolean isTarget(String target) {
    if (target.isEmpty() || target.charAt(0) != '/' && !target.contains("://")) {
      return target.equals("*");
    }
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= 0x7f || NOT_IN_A_TARGET.indexOf(c) >= 0) {
        return false;
      }
      if (c == '%' && !isEncoded(target, i)) {
        return false;
      }
    }
    return true;
  }
}
