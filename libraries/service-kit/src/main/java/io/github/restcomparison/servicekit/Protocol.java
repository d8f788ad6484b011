package io.github.restcomparison.servicekit;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a service speaks with its clients. */
public sealed interface Protocol {
  /** What {@code PROTOCOL} has for HTTP/1.1 over TLS. */
  String HTTP1_TLS = "http1-tls";

  /** What {@code PROTOCOL} has for HTTP/2 over TLS. */
  String HTTP2 = "http2";

  /** The password of every key store; what protects a key is who may read the file. */
  String KEY_STORE_PASSWORD = "changeit";

  /** HTTP/1.1. */
  record Http1() implements Protocol {}

  /** HTTP/1.1 and HTTP/2 without TLS: a client knows beforehand, or asks for an upgrade. */
  record ClearHttp2() implements Protocol {}

  /**
   * TLS.
   *
   * @param keyStore a PKCS#12 file with a key and its certificate
   * @param http2 whether a client may choose HTTP/2 (ALPN)
   */
  record Tls(Path keyStore, boolean http2) implements Protocol {}

  /**
   * Reads {@code PROTOCOL}, which is {@code http1}, {@code http1-tls}, {@code http2} (over TLS) or
   * {@code h2c}; and for TLS {@code KEY_STORE}, a PKCS#12 file whose password is {@link
   * #KEY_STORE_PASSWORD}.
   *
   * @throws SettingException where one of them cannot be used
   */
  static Protocol of(Settings settings) {
    String protocol = settings.oneOf("PROTOCOL", "http1", "http1", HTTP1_TLS, HTTP2, "h2c");
    return switch (protocol) {
      case "http1" -> new Http1();
      case "h2c" -> new ClearHttp2();
      default -> new Tls(keyStore(settings), protocol.equals(HTTP2));
    };
  }

  private static Path keyStore(Settings settings) {
    String file = settings.text("KEY_STORE", "");
    if (file.isEmpty() || !Files.isReadable(Path.of(file))) {
      throw Settings.mayBe("KEY_STORE", file, "a PKCS#12 file, which TLS has its key from");
    }
    return Path.of(file);
  }

  /** The address of an endpoint's resource, bound to {@code port}. */
  default URI resource(Endpoint endpoint, int port) {
    return endpoint.resource(this instanceof Tls ? "https" : "http", port);
  }
}
