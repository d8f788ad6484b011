package io.github.restcomparison.jerseycontainervertx;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The Date field as RFC 9110, 5.6.7 has it, formatted once a second. */
final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private record Second(long number, String text) {}

  private volatile Second last = second(System.currentTimeMillis() / 1_000);

  private static Second second(long number) {
    return new Second(number, FORMAT.format(Instant.ofEpochSecond(number)));
  }

  String now() {
    long number = System.currentTimeMillis() / 1_000;
    Second now = last;
    if (now.number() != number) {
      now = second(number);
      last = now;
    }
    return now.text();
  }
}
