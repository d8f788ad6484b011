package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.uri.UriComponent;

/**
 * The URIs of an application's requests. Most clients have one name for the server and repeat their
 * requests: the last name and short targets of recent requests are cached.
 */
final class Targets {
  private static final String HTTPS = "https";

  /** Scheme, authority, and path with query. */
  private static final Pattern ABSOLUTE = Pattern.compile("(\\w+)://([^/?#]+)/?(.*)");

  /** The characters that clients may send although a URI has them only encoded. */
  private static final char[] UNSAFE = "{}[]\\^|`<>\"".toCharArray();

  /** Cached targets, a power of two; a target replaces another one with the same place. */
  private static final int CACHED = 256;

  /** Characters of a target that is cached: clients may send any number of long ones. */
  private static final int LONGEST = 128;

  private final String path;

  /** True if the leading slashes of a target count as one. */
  private final boolean reduceSlashes;

  private final AtomicReferenceArray<RequestUris> cache = new AtomicReferenceArray<>(CACHED);
  private volatile Server last = new Server("", "", null);

  /**
   * The server, under one of the names that clients have for it.
   *
   * @param authority host and, if the client sent one, port
   * @param base URI of the application's root, with a slash at its end
   */
  private record Server(String scheme, String authority, URI base) {}

  /**
   * The URIs that Jersey needs.
   *
   * @param target path and query as the client sent them
   * @param request the whole URI, still encoded
   */
  record RequestUris(Server server, String target, URI request) {
    /** Returns the URI of the application's root. */
    URI base() {
      return server.base();
    }

    /** Returns whether the connection of the client is encrypted. */
    boolean isSecure() {
      return server.scheme().equals(HTTPS);
    }

    /** Returns whether the path of the request is below the application's root. */
    boolean isOfApplication() {
      String rootPath = base().getRawPath();
      String path = request.getRawPath();
      return path.startsWith(rootPath)
          || path.length() == rootPath.length() - 1 && rootPath.startsWith(path);
    }
  }

  /**
   * The targets of an application's requests.
   *
   * @param basePath of the container, with a slash at both ends
   */
  Targets(ResourceConfig configuration, String basePath) {
    path = path(basePath, configuration.getApplicationPath());
    // Below no path, all slashes belong to resources.
    reduceSlashes =
        path.length() > 1
            && configuration.isProperty(ServerProperties.REDUCE_CONTEXT_PATH_SLASHES_ENABLED);
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
    String scheme = request.isSSL() ? HTTPS : "http";
    try {
      if (target == null) {
        return null; // CONNECT over HTTP/2
      }
      if (target.startsWith("/")) {
        return uris(server(scheme, authority(request)), target);
      }
      if (target.equals("*") && request.method() == HttpMethod.OPTIONS) {
        return uris(server(scheme, authority(request)), "/");
      }
      // In absolute form: its authority counts, and the field Host does not.
      Matcher absolute = ABSOLUTE.matcher(target);
      return absolute.matches() && absolute.group(1).equalsIgnoreCase(scheme)
          ? uris(server(scheme, absolute.group(2)), "/" + absolute.group(3))
          : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns host and port, as a rule as the client sent them; empty if there is not one. */
  private static String authority(HttpServerRequest request) {
    boolean isField = request.version().compareTo(HttpVersion.HTTP_2) < 0;
    if (!isField || Exchange.routing(request) != null) { // a router may trust a proxy
      return String.valueOf(request.authority());
    }
    List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
    if (hosts.size() > 1) {
      return "";
    }
    String host = hosts.isEmpty() ? "" : hosts.get(0);
    return host.isEmpty() && request.version() == HttpVersion.HTTP_1_0
        ? "localhost:" + request.localAddress().port()
        : host;
  }

  /** Returns a cached or a new one; throws IllegalArgumentException if a part of it is invalid. */
  private Server server(String scheme, String authority) {
    Server known = last;
    if (!known.authority().equals(authority) || !known.scheme().equals(scheme)) {
      HostAndPort parsed = HostAndPort.parseAuthority(authority, -1);
      URI base = URI.create(scheme + "://" + authority + path);
      if (parsed == null || parsed.host().isEmpty() || !base.getRawPath().equals(path)) {
        throw new IllegalArgumentException(authority);
      }
      known = new Server(scheme, authority, base);
      last = known;
    }
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

  private RequestUris uris(Server server, String target) {
    int hash = target.hashCode();
    int place = (hash ^ hash >>> 16) & CACHED - 1;
    RequestUris known = cache.getAcquire(place);
    if (known == null || known.server() != server || !known.target().equals(target)) {
      String encoded = encode(reduceSlashes ? target.replaceFirst("^/+", "/") : target);
      URI uri = URI.create(server.scheme() + "://" + server.authority() + encoded);
      known = new RequestUris(server, target, uri);
      if (target.length() <= LONGEST) {
        cache.setRelease(place, known);
      }
    }
    return known;
  }
}
