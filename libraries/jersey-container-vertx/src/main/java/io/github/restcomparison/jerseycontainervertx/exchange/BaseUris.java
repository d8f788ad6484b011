package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.net.HostAndPort;
import java.net.URI;

/**
 * The application's base, under the names that clients have for the server. Most have one and the
 * same, so that the last one is kept.
 */
public final class BaseUris {
  private final String path;
  private volatile Base last;

  /**
   * The application's root.
   *
   * @param scheme that it was asked by
   * @param host that it was asked for
   * @param server what a URI of the server begins with, up to the path
   * @param uri of the root, ending with a slash
   */
  public record Base(String scheme, HostAndPort host, String server, URI uri) {
    /** Whether a path, still encoded, lies below it. */
    boolean contains(String path) {
      String root = uri.getRawPath();
      return path.startsWith(root) || path.equals(root.substring(0, root.length() - 1));
    }
  }

  /**
   * @param path of the application, beginning and ending with a slash
   */
  public BaseUris(String path) {
    this.path = path;
  }

  /**
   * As a client asked for it.
   *
   * @throws IllegalArgumentException where its host cannot be part of a URI
   */
  Base of(String scheme, HostAndPort host) {
    Base known = last;
    if (known != null && known.scheme().equals(scheme) && known.host().equals(host)) {
      return known;
    }
    String server = scheme + "://" + host;
    Base base = new Base(scheme, host, server, URI.create(server + path));
    last = base;
    return base;
  }
}
