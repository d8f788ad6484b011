package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Arrays;

/** The protocol of a load over TLS; without TLS it is HTTP/1.1. */
public enum LoadProtocol {
  /** HTTP/1.1, a connection for each user. */
  HTTP1_TLS("http1-tls"),

  /** HTTP/2, a connection for each user. */
  HTTP2("http2"),

  /** HTTP/2, one connection for all users of each of the load generator's event loops. */
  HTTP2_SHARED("http2-shared");

  private final String text;

  LoadProtocol(String text) {
    this.text = text;
  }

  /**
   * Returns the protocol with a name.
   *
   * @throws SettingException if there is none
   */
  @JsonCreator
  public static LoadProtocol of(String name) {
    return Arrays.stream(values())
        .filter(protocol -> protocol.text.equals(name))
        .findFirst()
        .orElseThrow(
            () -> SettingException.mustBe("protocol", name, "http1-tls, http2, http2-shared"));
  }

  /** Its name in options and records. */
  @JsonValue
  public String text() {
    return text;
  }

  /** Whether requests go over HTTP/2. */
  public boolean isHttp2() {
    return this != HTTP1_TLS;
  }

  /** Whether users share connections. */
  public boolean isShared() {
    return this == HTTP2_SHARED;
  }
}
