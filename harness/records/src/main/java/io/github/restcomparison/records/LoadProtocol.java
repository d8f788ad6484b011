package io.github.restcomparison.records;

import java.util.Locale;

/** The protocol of a load over TLS; without TLS it is HTTP/1.1. */
public enum LoadProtocol {
  /** HTTP/1.1, a connection for each user. */
  HTTP1_TLS,

  /** HTTP/2, a connection for each user. */
  HTTP2,

  /** HTTP/2, one connection for all users of each of the load generator's event loops. */
  HTTP2_SHARED;

  /** Its name in options and records, which Jackson uses too: {@code http2-shared}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
