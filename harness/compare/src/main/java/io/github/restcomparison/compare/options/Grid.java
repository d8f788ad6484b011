package io.github.restcomparison.compare.options;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of numbers as they are given: {@code 10,100}, {@code 16..1024x2}, or both. */
public final class Grid {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6})x(\\d{1,3})");

  private Grid() {}

  /**
   * The parts of a list, with each range written out: {@code 16..64x2} is 16, 32, 64.
   *
   * @throws IllegalArgumentException where a range does not grow
   */
  public static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (range.matches()) {
        add(parts, range);
      } else {
        parts.add(part.strip());
      }
    }
    return parts.stream().distinct().toList();
  }

  private static void add(List<String> parts, Matcher range) {
    int from = Integer.parseInt(range.group(1));
    int to = Integer.parseInt(range.group(2));
    int factor = Integer.parseInt(range.group(3));
    if (from < 1 || to < from || factor < 2) {
      throw new IllegalArgumentException("'%s' does not grow".formatted(range.group()));
    }
    for (long value = from; value <= to; value *= factor) {
      parts.add(Long.toString(value));
    }
  }
}
