package io.github.restcomparison.records.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values that must not appear in a text, each with the reference that replaces it. A value of
 * several lines is hidden as a whole and line by line. The time of a look-up does not grow with the
 * number of values, such as a token for each user. Thread-safe.
 */
final class HiddenValues {
  /** Shorter values, such as {@code 1} and {@code true}, are common in other words. */
  static final int MINIMUM = 6;

  /** No encoding changes these characters. */
  private static final Pattern NEVER_ENCODED = Pattern.compile("[A-Za-z0-9._-]*");

  /** A character that may be the rest of an escape that has not arrived yet. */
  private static final Pattern CUT_ESCAPE =
      Pattern.compile(
          "(?:%[0-9A-Fa-f]?|(?:%[89A-Fa-f][0-9A-Fa-f]){1,3}%?[0-9A-Fa-f]?|\\\\[ux]?[0-9A-Fa-f]{0,3}"
              + "|&#?\\w{0,7}|'(?:\\\\'?|\"'?\"?)?)$");

  private static final Comparator<HiddenPart> ORDER =
      Comparator.comparingInt(HiddenPart::from).thenComparing(HiddenPart::to);

  private final ConcurrentSkipListMap<String, String> references = new ConcurrentSkipListMap<>();
  private volatile String firstCharacters = "";
  private volatile int longest;
  private volatile boolean mayBeEncoded;

  /** A part of a text that is hidden. */
  private record HiddenPart(int from, int to, int length, String reference) {}

  /** Hides a value from now on, unless it is too short. */
  synchronized void add(String reference, String value) {
    // UTF-8 that was read as ISO 8859-1, as in a header or a log
    String misread = new String(value.getBytes(UTF_8), ISO_8859_1);
    for (String each : List.of(value, misread)) {
      addForm(reference, each);
      addForm(reference, each.strip());
      each.lines().forEach(line -> addForm(reference, line.strip()));
    }
  }

  private void addForm(String reference, String value) {
    if (value.strip().length() < MINIMUM || references.putIfAbsent(value, reference) != null) {
      return;
    }
    if (firstCharacters.indexOf(value.charAt(0)) < 0) {
      firstCharacters += value.charAt(0);
    }
    longest = Math.max(longest, value.length());
    mayBeEncoded |= !NEVER_ENCODED.matcher(value).matches();
  }

  /** Returns whether there are no values. */
  boolean isEmpty() {
    return references.isEmpty();
  }

  /** Returns a text with the references in place of the values. */
  String hide(String text) {
    List<HiddenPart> parts = references.isEmpty() ? List.of() : parts(text);
    if (parts.isEmpty()) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    int end = 0;
    for (HiddenPart part : parts) {
      shown.append(text, end, part.from).append(part.reference);
      end = part.to;
    }
    return shown.append(text, end, text.length()).toString();
  }

  /** Returns a text with asterisks in place of the values; it does not decode escapes. */
  String blank(String text) {
    TreeSet<HiddenPart> found = new TreeSet<>(ORDER);
    find(DecodedText.of(text), found);
    StringBuilder blank = new StringBuilder(text);
    for (HiddenPart part : found) {
      blank.replace(part.from, part.to, "*".repeat(part.to - part.from));
    }
    return blank.toString();
  }

  /**
   * Returns the length of the part of a text that can be printed after hiding: no value begins in
   * it that may end in the text that follows.
   */
  int decidedLength(String text) {
    DecodedText whole = DecodedText.of(text);
    int end = undecidedStart(whole);
    if (mayBeEncoded) {
      Matcher cut = CUT_ESCAPE.matcher(text);
      int escape = cut.find() ? cut.start() : text.length();
      List<DecodedText> all = whole.allForms();
      all.addAll(DecodedText.of(text.substring(0, escape)).allForms());
      end = Math.min(end, escape);
      for (DecodedText decoded : all) {
        end = Math.min(end, undecidedStart(decoded));
      }
    }
    for (HiddenPart part : references.isEmpty() ? List.<HiddenPart>of() : parts(text).reversed()) {
      end = part.from < end && end < part.to ? part.from : end;
    }
    return end;
  }

  /** Returns the position of the first value of which the text ends too early to decide. */
  private int undecidedStart(DecodedText decoded) {
    String text = decoded.text();
    for (int begin = Math.max(0, text.length() - longest + 1); begin < text.length(); begin++) {
      String start = text.substring(begin);
      String next = references.ceilingKey(start);
      if (next != null && next.startsWith(start)) {
        return decoded.origin(begin);
      }
    }
    return decoded.origin(text.length());
  }

  /** Returns the hidden parts of a text, in order and without overlaps. */
  private List<HiddenPart> parts(String text) {
    DecodedText whole = DecodedText.of(text);
    TreeSet<HiddenPart> found = new TreeSet<>(ORDER);
    for (DecodedText decoded : mayBeEncoded ? whole.allForms() : List.of(whole)) {
      find(decoded, found);
    }
    List<HiddenPart> parts = new ArrayList<>();
    for (HiddenPart part : found) {
      HiddenPart last = parts.isEmpty() ? null : parts.getLast();
      if (last == null || last.to <= part.from) {
        parts.add(part);
      } else {
        HiddenPart longer = last.length >= part.length ? last : part;
        int to = Math.max(last.to, part.to);
        parts.set(parts.size() - 1, new HiddenPart(last.from, to, longer.length, longer.reference));
      }
    }
    return parts;
  }

  private void find(DecodedText decoded, TreeSet<HiddenPart> found) {
    String text = decoded.text();
    String first = firstCharacters;
    for (int from = 0; from + MINIMUM <= text.length(); from++) {
      if (first.indexOf(text.charAt(from)) < 0) {
        continue;
      }
      String start = text.substring(from, from + MINIMUM);
      for (Map.Entry<String, String> each :
          references.subMap(start, start + Character.MAX_VALUE).entrySet()) {
        String value = each.getKey();
        if (text.startsWith(value, from)) {
          int to = from + value.length();
          found.add(
              new HiddenPart(
                  decoded.origin(from), decoded.origin(to), value.length(), each.getValue()));
        }
      }
    }
  }

  /**
   * Returns a stream that passes on the output without the values. It does not decode bytes: it
   * runs in the load generator during a measurement. It holds back only a possible beginning of a
   * value.
   */
  OutputStream filter(OutputStream shown) {
    return new FilterOutputStream(shown) {
      private String held = "";

      @Override
      public synchronized void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        if (isEmpty()) {
          out.write(bytes, from, length);
          return;
        }
        String text = held + new String(bytes, from, length, ISO_8859_1);
        int end = decidedLength(text);
        held = text.substring(end);
        pass(text.substring(0, end));
      }

      /** Passes on the rest before it closes. */
      @Override
      public synchronized void close() throws IOException {
        try {
          pass(held);
          held = "";
        } finally {
          super.close();
        }
      }

      private void pass(String text) throws IOException {
        out.write(hide(text).getBytes(ISO_8859_1));
      }
    };
  }
}
