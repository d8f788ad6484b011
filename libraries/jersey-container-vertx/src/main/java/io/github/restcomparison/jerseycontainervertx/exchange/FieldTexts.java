package io.github.restcomparison.jerseycontainervertx.exchange;

import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import org.glassfish.jersey.message.internal.HeaderUtils;

/**
 * The values of an application's response fields as text, by the delegates of its configuration.
 */
public final class FieldTexts {
  private final Configuration configuration;

  /** The media type of the last response, and its text: most have the same. */
  private volatile MediaTypeText last = new MediaTypeText(null, "");

  private record MediaTypeText(MediaType type, String text) {}

  /** Of an application with this configuration. */
  public FieldTexts(Configuration configuration) {
    this.configuration = configuration;
  }

  String of(Object value) {
    if (value instanceof String text) {
      return text;
    }
    return value instanceof MediaType type ? of(type) : HeaderUtils.asString(value, configuration);
  }

  private String of(MediaType type) {
    MediaTypeText known = last;
    if (known.type() != type && !type.equals(known.type())) {
      known = new MediaTypeText(type, HeaderUtils.asString(type, configuration));
      last = known;
    }
    return known.text();
  }
}
