package io.github.restcomparison.servicekit;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The protocol between a service and its clients. */
public final class Protocol {
  /** The password of every key store; the permissions of the file protect the key. */
  public static final String KEY_STORE_PASSWORD = "changeit";

  @Option(names = "--protocol", paramLabel = "http1|http1-tls|http2|h2c")
  private String name = "http1";

  @Option(names = "--key-store", paramLabel = "FILE")
  private Path keyStore;

  /** Returns whether clients may choose HTTP/2. */
  public boolean isHttp2() {
    return name.equals("http2") || name.equals("h2c");
  }

  /** Returns whether connections are encrypted. */
  public boolean isTls() {
    return name.equals("http1-tls") || name.equals("http2");
  }

  /**
   * Returns the key store of a service that speaks TLS.
   *
   * @throws InvalidSettingException if the file cannot be read
   */
  public Path keyStore() {
    if (keyStore == null || !Files.isReadable(keyStore)) {
      throw new InvalidSettingException(
          "KEY_STORE: '%s' is not a readable PKCS#12 file; TLS needs a key"
              .formatted(keyStore == null ? "" : keyStore));
    }
    return keyStore;
  }

  /** Returns the address of an endpoint's resource, bound to {@code port}. */
  public URI resource(Endpoint endpoint, int port) {
    return endpoint.resource(isTls() ? "https" : "http", port);
  }
}
