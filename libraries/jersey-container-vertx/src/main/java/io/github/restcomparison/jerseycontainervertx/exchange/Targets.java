package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.glassfish.jersey.server.internal.ContainerUtils;

/**
 * The URIs of an application's requests. Most clients have one name for the server and repeat their
 * requests: the last name and short targets of recent requests are cached.
 */
public final class Targets {
  /** Cached targets, a power of two; a target replaces another one with the same place. */
  private static final int CACHED = 256;

  /** Characters of a target that is cached: clients may send any number of long ones. */
  private static final int LONGEST = 128;

  private final String path;
  private final boolean reduceSlashes;
  private final AtomicReferenceArray<RequestUris> cache = new AtomicReferenceArray<>(CACHED);
  private volatile Base last;

  /**
   * The application's root, under one of the names that clients have for the server.
   *
   * @param authority host and, if the client sent one, port
   * @param server the URI of the server up to its path
   * @param uri of the root, with a slash at its end
   */
  private record Base(String scheme, String authority, String server, URI uri) {}

  /**
   * The URIs that Jersey needs.
   *
   * @param target path and query as the client sent them
   * @param request the whole URI, still encoded
   */
  public record RequestUris(Base root, String target, URI request) {
    /** Returns the URI of the application's root. */
    public URI base() {
      return root.uri();
    }

    /** Whether the path of the request is below the application's root. */
    public boolean isOfApplication() {
      String rootPath = base().getRawPath();
      String path = request.getRawPath();
      return path.startsWith(rootPath)
          || path.length() == rootPath.length() - 1 && rootPath.startsWith(path);
    }
  }

  /**
   * @param path of the application, with a slash at both ends
   * @param reduceSlashes whether a request's leading slashes count as one; without effect if the
   *     path is "/", because all slashes belong to resources then
   */
  public Targets(String path, boolean reduceSlashes) {
    this.path = path;
    this.reduceSlashes = reduceSlashes && path.length() > 1;
  }

  /**
   * Returns the URIs of a request by RFC 9112, 3.2 and 3.3.
   *
   * @return null if it has no valid host or target, or the target has the scheme of another server
   */
  public RequestUris of(HttpServerRequest request) {
    String target = request.uri();
    String scheme = request.isSSL() ? "https" : "http";
    if (target == null) {
      return null; // CONNECT over HTTP/2
    }
    try {
      if (target.startsWith("/")) {
        return uris(base(scheme, request), target);
      }
      return target.equals("*") && request.method() == HttpMethod.OPTIONS
          ? uris(base(scheme, request), "/")
          : absolute(scheme, target);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Of a target in absolute form: its authority counts, and the field Host does not. */
  private RequestUris absolute(String scheme, String target) {
    String start = scheme + "://";
    if (!target.regionMatches(true, 0, start, 0, start.length())) {
      return null;
    }
    int end = start.length();
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    String origin = target.substring(end);
    return uris(
        base(scheme, HostAndPort.parseAuthority(target.substring(start.length(), end), -1)),
        origin.startsWith("/") ? origin : "/" + origin);
  }

  private Base base(String scheme, HttpServerRequest request) {
    if (request.version().compareTo(HttpVersion.HTTP_2) >= 0) {
      return base(scheme, request.authority());
    }
    List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
    if (hosts.size() > 1) {
      return null;
    }
    String host = hosts.isEmpty() ? "" : hosts.get(0);
    Base known = last;
    if (known != null && known.authority().equals(host) && known.scheme().equals(scheme)) {
      return known; // nothing to parse
    }
    return base(
        scheme,
        host.isEmpty() && request.version() == HttpVersion.HTTP_1_0
            ? localAuthority(request.localAddress())
            : HostAndPort.parseAuthority(host, -1));
  }

  private static HostAndPort localAuthority(SocketAddress local) {
    String address = local.hostAddress();
    return HostAndPort.create(
        address.contains(":") ? "[" + address.replaceFirst("%.*", "") + "]" : address,
        local.port());
  }

  private Base base(String scheme, HostAndPort authority) {
    if (authority == null || authority.host().isEmpty()) {
      return null;
    }
    Base known = last;
    String text = authority.toString();
    if (known == null || !known.authority().equals(text) || !known.scheme().equals(scheme)) {
      String server = scheme + "://" + text;
      known = new Base(scheme, text, server, URI.create(server + path));
      last = known;
    }
    return known;
  }

  private RequestUris uris(Base base, String target) {
    if (base == null) {
      return null;
    }
    int hash = target.hashCode();
    int place = (hash ^ hash >>> 16) & CACHED - 1;
    RequestUris known = cache.getAcquire(place);
    if (known != null && known.root() == base && known.target().equals(target)) {
      return known;
    }
    String reduced = reduceSlashes ? ContainerUtils.reduceLeadingSlashes(target) : target;
    URI uri = URI.create(base.server() + ContainerUtils.encodeUnsafeCharacters(reduced));
    RequestUris uris = new RequestUris(base, target, uri);
    if (target.length() <= LONGEST) {
      cache.setRelease(place, uris);
    }
    return uris;
  }
}
