package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.glassfish.jersey.server.internal.ContainerUtils;

/**
 * The URIs of an application's requests. Most clients have one name for the server and ask for the
 * same again, so that the last name, and short targets of not long ago, are kept.
 */
public final class Targets {
  /** Kept targets, a power of two; what has the same place takes it over. */
  private static final int KEPT = 256;

  /** Characters of a target that is kept: clients may ask for long ones without an end. */
  private static final int LONGEST = 128;

  private final String path;
  private final boolean reduceSlashes;
  private final AtomicReferenceArray<RequestUris> kept = new AtomicReferenceArray<>(KEPT);
  private volatile BaseUri last;

  /**
   * @param path of the application, beginning and ending with a slash
   * @param reduceSlashes whether several slashes at the beginning of a target are taken for one
   */
  public Targets(String path, boolean reduceSlashes) {
    this.path = path;
    this.reduceSlashes = reduceSlashes;
  }

  /**
   * What a request asks for.
   *
   * @return empty if it has no host, or a target that is no URI
   */
  public Optional<RequestUris> of(HttpServerRequest request) {
    try {
      BaseUri base = base(request);
      return base == null ? Optional.empty() : Optional.of(uris(base, request.uri()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private BaseUri base(HttpServerRequest request) {
    BaseUri known = last;
    String named =
        request.version() == HttpVersion.HTTP_2 ? null : request.headers().get(HttpHeaders.HOST);
    if (known != null && known.host().equals(named) && known.scheme().equals(request.scheme())) {
      return known;
    }
    HostAndPort host = host(request);
    if (host == null) {
      return null;
    }
    String text = host.toString();
    if (known == null || !known.host().equals(text) || !known.scheme().equals(request.scheme())) {
      known = BaseUri.of(request.scheme(), text, path);
      last = known;
    }
    return known;
  }

  /** Null if there is none, and one is asked for. */
  private static HostAndPort host(HttpServerRequest request) {
    HostAndPort host = request.authority();
    if (host != null || request.version() != HttpVersion.HTTP_1_0) {
      return host;
    }
    SocketAddress local = request.localAddress();
    return HostAndPort.create(local.host(), local.port());
  }

  private RequestUris uris(BaseUri base, String target) {
    int hash = target.hashCode();
    int place = (hash ^ hash >>> 16) & KEPT - 1;
    RequestUris known = kept.getAcquire(place);
    if (known != null && known.base() == base && known.target().equals(target)) {
      return known;
    }
    String origin = originForm(target);
    String reduced = reduceSlashes ? ContainerUtils.reduceLeadingSlashes(origin) : origin;
    URI uri = URI.create(base.server() + ContainerUtils.encodeUnsafeCharacters(reduced));
    RequestUris uris = new RequestUris(base, target, uri);
    if (target.length() <= LONGEST) {
      kept.setRelease(place, uris);
    }
    return uris;
  }

  /** Path and query; a client may send the absolute form too (RFC 9112, 3.2.2). */
  private static String originForm(String target) {
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
}
