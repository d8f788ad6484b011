package io.github.restcomparison.jerseycontainervertx.exchange;

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
 * @param base of the application
 * @param request the whole URI, still encoded
 */
public record RequestUris(BaseUris.Base base, URI request) {

  /**
   * Reads them.
   *
   * @return empty where the request has no host, or a target that is no URI
   */
  public static Optional<RequestUris> of(HttpServerRequest request, BaseUris bases) {
    HostAndPort host = host(request);
    if (host == null) {
      return Optional.empty();
    }
    try {
      BaseUris.Base base = bases.of(request.scheme(), host);
      String target = ContainerUtils.encodeUnsafeCharacters(originForm(request));
      return Optional.of(new RequestUris(base, URI.create(base.server() + target)));
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

  /** Null where there is none, and one is asked for. */
  private static HostAndPort host(HttpServerRequest request) {
    HostAndPort host = request.authority();
    if (host != null || request.version() != HttpVersion.HTTP_1_0) {
      return host;
    }
    SocketAddress local = request.localAddress();
    return HostAndPort.create(local.host(), local.port());
  }

  /** Whether the target lies below the base path. */
  public boolean isOfApplication() {
    return base.contains(request.getRawPath());
  }
}
