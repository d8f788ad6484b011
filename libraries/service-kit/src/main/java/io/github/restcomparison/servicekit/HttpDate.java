package io.github.restcomparison.servicekit;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The {@code Date} that RFC 9110 (6.6.1) asks of a server with a clock, for stacks that leave it
 * out; formatted once a second, as servers do that have one.
 */
public final class HttpDate {
  /** {@code IMF-fixdate}, RFC 9110, 5.6.7: the day has two digits. */
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private volatile Second last = new Second(0, "");

  private record Second(long number, String text) {}

  /** The field's value now; any thread may ask. */
  public String now() {
    return at(System.currentTimeMillis() / 1_000);
  }

  /**
   * @param second since 1970
   */
  String at(long second) {
    Second known = last;
    if (known.number != second) {
      known = new Second(second, FORMAT.format(Instant.ofEpochSecond(second)));
      last = known;
    }
    return known.text;
  }
}
