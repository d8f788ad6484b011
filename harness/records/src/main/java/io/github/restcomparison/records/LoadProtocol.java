package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.SettingException;

/** The protocol of a load over TLS; without TLS it is HTTP/1.1. */
public enum LoadProtocol {
  /** HTTP/1.1, a connection for each user. */
  HTTP1_TLS("http1-tls", false, false),

  /** HTTP/2, a connection for each user. */
  HTTP2("http2", true, false),

  /** HTTP/2, one connection for all users of each of the load generator's event loops. */
  HTTP2_SHARED("http2-shared", true, true);

  private final String name;
  private final boolean isHttp2;
  private final boolean isShared;

  LoadProtocol(String name, boolean isHttp2, boolean isShared) {
    this.name = name;
    this.isHttp2 = isHttp2;
    this.isShared = isShared;
  }

  /**
   * Returns the protocol with a name.
   *
   * @throws SettingException if there is none
   */
  @JsonCreator
  public static LoadProtocol of(String name) {
    for (LoadProtocol protocol : values()) {
      if (protocol.name.equals(name)) {
        return protocol;
      }
    }
    throw SettingException.mustBe("protocol", name, "http1-tls, http2, http2-shared");
  }

  /** Its name in options and records. */
  @JsonValue
  public String text() {
    return name;
  }

  /** Whether requests go over HTTP/2. */
  public boolean isHttp2() {
    return isHttp2;
  }

  /** Whether users share connections. */
  public boolean isShared() {
    return isShared;
  }
}
