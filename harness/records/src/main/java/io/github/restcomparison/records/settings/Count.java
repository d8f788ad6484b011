package io.github.restcomparison.records.settings;

import java.util.Locale;

/** Numbers of things as people write them: {@code 1 request}, {@code 2,000 requests}. */
public final class Count {
  private Count() {}

  /** Returns a number with its noun, which is in the plural unless the number is 1. */
  public static String of(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
