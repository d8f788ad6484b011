package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.uri.UriComponent;

/**
 * The URIs of an application's requests. Most clients have one name for the server and repeat their
 * requests: the last name and short targets of recent requests are cached.
 */
final class Targets {
  private static final String HTTPS = "https";

  /** The characters that clients may send although a URI has them only encoded. */
  private static final char[] UNSAFE = "{}[]\\^|`<>\"".toCharArray();

  /** Cached targets, a power of two; a target replaces another one with the same place. */
  private static final int CACHED = 256;

  /** Characters of a target that is cached: clients may send any number of long ones. */
  private static final int LONGEST = 128;

  private final String path;

  /** Whether the leading slashes of a target count as one. */
  private final boolean reduceSlashes;

  private final AtomicReferenceArray<RequestUris> cache = new AtomicReferenceArray<>(CACHED);
  private volatile Base last;

  /**
   * The application's root, under one of the names that clients have for the server.
   *
   * @param authority host and, if the client sent one, port
   * @param server what a request's target is appended to
   * @param uri of the root, with a slash at its end
   */
  private record Base(String scheme, String authority, String server, URI uri) {
    boolean has(String givenScheme, String givenAuthority) {
      return authority.equals(givenAuthority) && scheme.equals(givenScheme);
    }
  }

  /**
   * The URIs that Jersey needs.
   *
   * @param target path and query as the client sent them
   * @param request the whole URI, still encoded
   */
  record RequestUris(Base root, String target, URI request) {
    /** Returns the URI of the application's root. */
    public URI base() {
      return root.uri();
    }

    /** Returns whether the connection of the client is encrypted. */
    public boolean isSecure() {
      return root.scheme().equals(HTTPS);
    }

    /** Returns whether the path of the request is below the application's root. */
    public boolean isOfApplication() {
      String rootPath = base().getRawPath();
      String path = request.getRawPath();
      return path.startsWith(rootPath)
          || path.length() == rootPath.length() - 1 && rootPath.startsWith(path);
    }
  }

  private Targets(String path, boolean reduceSlashes) {
    this.path = path;
    this.reduceSlashes = reduceSlashes;
  }

  /**
   * Returns those of an application.
   *
   * @param basePath of the container, with a slash at both ends
   */
  static Targets of(ResourceConfig configuration, String basePath) {
    String path = path(basePath, configuration.getApplicationPath());
    // Below no path, all slashes belong to resources.
    return new Targets(
        path,
        path.length() > 1
            && configuration.isProperty(ServerProperties.REDUCE_CONTEXT_PATH_SLASHES_ENABLED));
  }

  /** Returns the path of {@code @ApplicationPath} below the container's, with a slash behind it. */
  private static String path(String basePath, String applicationPath) {
    if (applicationPath == null || applicationPath.replace("/", "").isEmpty()) {
      return basePath;
    }
    // Jersey encodes what the annotation has, even if it is encoded already.
    String annotated = UriComponent.decode(applicationPath, UriComponent.Type.PATH);
    String once = UriComponent.contextualEncode(annotated, UriComponent.Type.PATH);
    String plain = UriComponent.decode(once, UriComponent.Type.PATH);
    String path = UriComponent.encode(plain.replaceFirst("^/+", ""), UriComponent.Type.PATH);
    return basePath + (path.endsWith("/") ? path : path + "/");
  }

  /**
   * Returns the URIs of a request by RFC 9112, 3.2 and 3.3.
   *
   * @return null if it has no valid host or target, or the target has the scheme of another server
   */
  RequestUris of(HttpServerRequest request) {
    String target = request.uri();
    if (target == null) {
      return null; // CONNECT over HTTP/2
    }
    String scheme = request.isSSL() ? HTTPS : "http";
    String authority;
    if (target.startsWith("/")) {
      authority = authority(request);
    } else if (target.equals("*") && request.method() == HttpMethod.OPTIONS) {
      authority = authority(request);
      target = "/";
    } else { // in absolute form: its authority counts, and the field Host does not
      String start = scheme + "://";
      if (!target.regionMatches(true, 0, start, 0, start.length())) {
        return null;
      }
      int end = start.length();
      while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
        end++;
      }
      authority = target.substring(start.length(), end);
      target = (target.startsWith("/", end) ? "" : "/") + target.substring(end);
    }
    try {
      return uris(base(scheme, authority), target);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns host and port, as a rule as the client sent them; empty if there is not one. */
  private static String authority(HttpServerRequest request) {
    boolean isField = request.version().compareTo(HttpVersion.HTTP_2) < 0;
    List<String> hosts = isField ? request.headers().getAll(HttpHeaders.HOST) : List.of();
    if (hosts.size() > 1) {
      return "";
    }
    String host = hosts.isEmpty() ? "" : hosts.get(0);
    if (!isField || Exchange.routing(request) != null) { // a router may trust a proxy
      HostAndPort authority = request.authority();
      host = authority == null ? "" : authority.toString();
    }
    return host.isEmpty() && request.version() == HttpVersion.HTTP_1_0
        ? localAuthority(request.localAddress())
        : host;
  }

  private static String localAuthority(SocketAddress local) {
    String address = local.hostAddress();
    return (address.contains(":") ? "[" + address.replaceFirst("%.*", "") + "]" : address)
        + ":"
        + local.port();
  }

  /** Returns a cached or a new one; throws IllegalArgumentException if a part of it is invalid. */
  private Base base(String scheme, String authority) {
    Base known = last;
    if (known != null && known.has(scheme, authority)) {
      return known;
    }
    HostAndPort parsed = HostAndPort.parseAuthority(authority, -1);
    String server = scheme + "://" + authority;
    URI uri = URI.create(server + path);
    if (parsed == null || parsed.host().isEmpty() || !uri.getRawPath().equals(path)) {
      throw new IllegalArgumentException(server);
    }
    known = new Base(scheme, authority, server, uri);
    last = known;
    return known;
  }

  private static String encode(String target) {
    String encoded = target;
    for (char each : UNSAFE) {
      if (encoded.indexOf(each) >= 0) {
        encoded = encoded.replace(String.valueOf(each), "%%%02X".formatted((int) each));
      }
    }
    return encoded;
  }

  private RequestUris uris(Base base, String target) {
    int hash = target.hashCode();
    int place = (hash ^ hash >>> 16) & CACHED - 1;
    RequestUris known = cache.getAcquire(place);
    if (known != null && known.root() == base && known.target().equals(target)) {
      return known;
    }
    String encoded = encode(reduceSlashes ? target.replaceFirst("^/+", "/") : target);
    URI uri = URI.create(base.server() + encoded);
    RequestUris uris = new RequestUris(base, target, uri);
    if (target.length() <= LONGEST) {
      cache.setRelease(place, uris);
    }
    return uris;
  }
}
