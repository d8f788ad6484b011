package io.github.restcomparison.jerseycontainervertx.exchange;

import java.net.URI;

/**
 * The application's root, under one of the names that clients have for the server.
 *
 * @param scheme that it was asked by
 * @param host that it was asked for, with its port where one was said
 * @param server what a URI of the server begins with, up to the path
 * @param uri of the root, ending with a slash
 */
public record BaseUri(String scheme, String host, String server, URI uri) {
  /**
   * @param path of the root, beginning and ending with a slash
   * @throws IllegalArgumentException if its host cannot be part of a URI
   */
  static BaseUri of(String scheme, String host, String path) {
    String server = scheme + "://" + host;
    return new BaseUri(scheme, host, server, URI.create(server + path));
  }

  /** Whether a path, still encoded, lies below it. */
  boolean contains(String path) {
    String root = uri.getRawPath();
    return path.startsWith(root) || path.equals(root.substring(0, root.length() - 1));
  }
}
