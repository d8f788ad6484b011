package io.github.restcomparison.records.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text without the escapes of URLs, forms, JSON, shells or HTML, with the original position of
 * each character.
 *
 * @param origins the position of each character and of the end; null if these are the same
 */
record DecodedText(String text, int[] origins) {
  /** JSON in the query of a URL in JSON is decoded three times. */
  private static final int MAX_TIMES = 3;

  /** A byte above 7F is part of a character in UTF-8. */
  private static final String BYTES =
      "%[0-7][0-9A-Fa-f]|%[CcDd][0-9A-Fa-f]%[89AaBb][0-9A-Fa-f]"
          + "|%[Ee][0-9A-Fa-f](?:%[89AaBb][0-9A-Fa-f]){2}"
          + "|%[Ff][0-7](?:%[89AaBb][0-9A-Fa-f]){3}|%[0-9A-Fa-f]{2}";

  private static final Map<String, String> CONTROLS =
      Map.of("b", "\b", "f", "\f", "n", "\n", "r", "\r", "t", "\t");
  private static final Map<String, String> ENTITIES =
      Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'");

  private static final List<Encoding> ENCODINGS =
      List.of(
          new Encoding('%', BYTES, found -> ofUrl(found.group())),
          new Encoding('+', "\\+|" + BYTES, found -> ofUrl(found.group())),
          new Encoding(
              '\\',
              "\\\\(?:u+([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))",
              found ->
                  found.group(3) == null
                      ? character(found.group(1) == null ? found.group(2) : found.group(1), 16)
                      : CONTROLS.getOrDefault(found.group(3), found.group(3))),
          new Encoding('\'', "'\\\\''|'\"'\"'", found -> "'"),
          new Encoding(
              '&',
              "&(?:#(\\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));",
              found ->
                  found.group(3) != null
                      ? ENTITIES.get(found.group(3))
                      : found.group(1) != null
                          ? character(found.group(1), 10)
                          : character(found.group(2), 16)));

  /**
   * An encoding of characters.
   *
   * @param mark that each escape has
   * @param escape matches one character
   * @param meaning returns the text that an escape stands for
   */
  private record Encoding(char mark, Pattern escape, Function<MatchResult, String> meaning) {
    Encoding(char mark, String escape, Function<MatchResult, String> meaning) {
      this(mark, Pattern.compile(escape), meaning);
    }
  }

  /** Returns a text without decoding it. */
  static DecodedText of(String text) {
    return new DecodedText(text, null);
  }

  /** Returns the position of a character in the original. */
  int origin(int position) {
    return origins == null ? position : origins[position];
  }

  /** Returns this text and all of its possible decoded forms. */
  List<DecodedText> allForms() {
    List<DecodedText> all = new ArrayList<>();
    addAll(all, MAX_TIMES);
    return all;
  }

  private void addAll(List<DecodedText> all, int times) {
    all.add(this);
    for (Encoding encoding : times == 0 ? List.<Encoding>of() : ENCODINGS) {
      if (text.indexOf(encoding.mark) >= 0) {
        DecodedText decoded = decoded(encoding);
        if (!decoded.text.equals(text)) {
          decoded.addAll(all, times - 1);
        }
      }
    }
  }

  private DecodedText decoded(Encoding encoding) {
    StringBuilder decoded = new StringBuilder();
    int[] positions = new int[text.length() + 1];
    Matcher escape = encoding.escape.matcher(text);
    int end = 0;
    while (escape.find()) {
      for (int i = end; i < escape.start(); i++) {
        positions[decoded.length()] = origin(i);
        decoded.append(text.charAt(i));
      }
      for (char each : encoding.meaning.apply(escape).toCharArray()) {
        positions[decoded.length()] = origin(escape.start());
        decoded.append(each);
      }
      end = escape.end();
    }
    for (int i = end; i < text.length(); i++) {
      positions[decoded.length()] = origin(i);
      decoded.append(text.charAt(i));
    }
    positions[decoded.length()] = origin(text.length());
    return new DecodedText(decoded.toString(), positions);
  }

  private static String ofUrl(String escape) {
    if (escape.equals("+")) {
      return " ";
    }
    byte[] bytes = HexFormat.of().parseHex(escape.replace("%", ""));
    return new String(bytes, bytes.length == 1 ? ISO_8859_1 : UTF_8);
  }

  /** Returns a character by its number; empty if Unicode has no such number. */
  private static String character(String number, int radix) {
    int value = Integer.parseInt(number, radix);
    return Character.isValidCodePoint(value) ? Character.toString(value) : "";
  }
}
