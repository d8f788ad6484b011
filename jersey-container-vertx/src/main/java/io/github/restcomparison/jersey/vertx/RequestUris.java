package io.github.restcomparison.jersey.vertx;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.Optional;
import org.glassfish.jersey.server.internal.ContainerUtils;

/**
 * What Jersey asks of a request's target.
 *
 * @param base of the application, ending with a slash
 * @param request the whole URI, still encoded
 */
record RequestUris(URI base, URI request) {

  /**
   * Reads them.
   *
   * @param basePath of the application, beginning and ending with a slash
   * @return empty where the request has no host, or a target that is no URI
   */
  static Optional<RequestUris> of(HttpServerRequest request, String basePath) {
    Optional<String> authority = authority(request);
    if (authority.isEmpty()) {
      return Optional.empty();
    }
    String root = request.scheme() + "://" + authority.get();
    try {
      return Optional.of(
          new RequestUris(
              URI.create(root + basePath),
              URI.create(root + ContainerUtils.encodeUnsafeCharacters(originForm(request)))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Path and query; a client may send the absolute form too (RFC 9112, 3.2.2). */
  private static String originForm(HttpServerRequest request) {
    String target = request.uri();
    if (target.startsWith("/")) {
      return target;
    }
    int authority = target.indexOf("://");
    if (authority < 0) {
      return "/"; // OPTIONS *
    }
    int path = target.indexOf('/', authority + 3);
    int query = target.indexOf('?', authority + 3);
    if (path < 0 || query >= 0 && query < path) {
      return query < 0 ? "/" : "/" + target.substring(query);
    }
    return target.substring(path);
  }

  private static Optional<String> authority(HttpServerRequest request) {
    HostAndPort host = request.authority();
    if (host != null) {
      return Optional.of(host.toString());
    }
    if (request.version() != HttpVersion.HTTP_1_0) {
      return Optional.empty();
    }
    SocketAddress local = request.localAddress();
    return Optional.of(local.host() + ":" + local.port());
  }

  /** Whether the target lies below the base path. */
  boolean isOfApplication() {
    String path = request.getRawPath();
    String root = base.getRawPath();
    return path.startsWith(root) || path.equals(root.substring(0, root.length() - 1));
  }
}
