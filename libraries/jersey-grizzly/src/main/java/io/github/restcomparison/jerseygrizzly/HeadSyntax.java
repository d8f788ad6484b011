package io.github.restcomparison.jerseygrizzly;

import java.util.BitSet;
import org.glassfish.grizzly.Buffer;

/**
 * The syntax of a request's head by RFC 9112 (2.2, 3, 5): lines end with CRLF, fields begin with a
 * token and a colon, no line is folded. Grizzly accepts more than that, and request smuggling needs
 * two servers that read one request differently.
 */
final class HeadSyntax {
  private static final BitSet TOKEN = new BitSet();

  static {
    TOKEN.set('0', '9' + 1);
    TOKEN.set('A', 'Z' + 1);
    TOKEN.set('a', 'z' + 1);
    "!#$%&'*+-.^_`|~".chars().forEach(TOKEN::set);
  }

  private HeadSyntax() {}

  /**
   * Reads a head.
   *
   * @param head from its first byte
   * @param length of it, the empty line at its end included
   */
  static boolean isValid(Buffer head, int length) {
    int at = afterLine(head, emptyLines(head, length), length, ' ');
    while (at > 0 && at < length && !isLineEnd(head, at, length)) {
      at = afterLine(head, at, length, ':');
    }
    return at > 0 && at + 2 == length;
  }

  /** How many bytes of empty lines it begins with. */
  static int emptyLines(Buffer head, int length) {
    int at = 0;
    while (isLineEnd(head, at, length)) {
      at += 2;
    }
    return at;
  }

  /** Whether an incomplete head may become a valid one: it begins, or may begin, with a method. */
  static boolean mayBegin(Buffer head, int length) {
    int at = 0;
    while (at < length && (head.get(at) == '\r' || head.get(at) == '\n')) {
      at++;
    }
    int end = afterToken(head, at, length);
    return end == length || end > at && head.get(end) == ' ';
  }

  /** Whether an incomplete head has a folded line, which continues the one before it. */
  static boolean isFolded(Buffer head, int length) {
    for (int at = 0; at + 1 < length; at++) {
      if (head.get(at) == '\n') {
        byte next = head.get(at + 1);
        if (next == ' ' || next == '\t') {
          return true;
        }
        if (next == '\n' || isLineEnd(head, at + 1, length)) {
          return false; // the end of the head
        }
      }
    }
    return false;
  }

  /** Whether a valid head has a field of that name, in lower case. */
  static boolean hasField(Buffer head, int length, String name) {
    for (int at = 0; at > -1 && at < length; at = afterLine(head, at, length)) {
      if (beginsWith(head, at, length, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean beginsWith(Buffer head, int from, int length, String name) {
    if (from + name.length() >= length || head.get(from + name.length()) != ':') {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.toLowerCase(head.get(from + i)) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Where the line after one that begins with a token and {@code separator} begins, or -1. */
  private static int afterLine(Buffer head, int from, int length, char separator) {
    int at = afterToken(head, from, length);
    return at > from && at < length && head.get(at) == separator ? afterLine(head, at, length) : -1;
  }

  private static int afterToken(Buffer head, int from, int length) {
    int at = from;
    while (at < length && TOKEN.get(head.get(at) & 0xff)) {
      at++;
    }
    return at;
  }

  private static int afterLine(Buffer head, int from, int length) {
    for (int at = from; at < length; at++) {
      byte b = head.get(at);
      if (b == '\r') {
        return isLineEnd(head, at, length) ? at + 2 : -1;
      }
      if (b == '\n' || b == 0) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isLineEnd(Buffer head, int at, int length) {
    return at + 1 < length && head.get(at) == '\r' && head.get(at + 1) == '\n';
  }
}
