package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.message.internal.HeaderUtils;

/** Turns the values of an application's fields into text; most responses repeat the last one's. */
final class FieldTexts {
  private static volatile Second now = new Second(0, "");

  private final Configuration configuration;
  private volatile MediaTypeText last = new MediaTypeText("", "", Map.of(), "");

  private record Second(long number, CharSequence text) {}

  private record MediaTypeText(
      String type, String subtype, Map<String, String> parameters, String text) {
    boolean isOf(MediaType other) {
      return type.equals(other.getType())
          && subtype.equals(other.getSubtype())
          && parameters.equals(other.getParameters());
    }
  }

  FieldTexts(Configuration configuration) {
    this.configuration = configuration;
  }

  /** Returns the current time, for a field Date. */
  static CharSequence date() {
    Second known = now;
    long number = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    if (known.number() != number) {
      Date date = new Date(TimeUnit.SECONDS.toMillis(number));
      known = new Second(number, HttpHeaders.createOptimized(DateFormatter.format(date)));
      now = known;
    }
    return known.text();
  }

  /**
   * Returns the text of a value.
   *
   * @throws RuntimeException if it has none
   */
  String of(Object value) {
    if (value instanceof String text) {
      return text;
    }
    // The application may set another RuntimeDelegate at any time.
    return value instanceof MediaType type ? of(type) : HeaderUtils.asString(value, configuration);
  }

  private String of(MediaType type) {
    MediaTypeText known = last;
    if (!known.isOf(type)) {
      String text = HeaderUtils.asString(type, configuration);
      known = new MediaTypeText(type.getType(), type.getSubtype(), type.getParameters(), text);
      last = known;
    }
    return known.text();
  }
}
