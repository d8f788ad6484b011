package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.ReaderInterceptor;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.internal.PropertiesDelegate;
import org.glassfish.jersey.message.MessageBodyWorkers;
import org.glassfish.jersey.server.ContainerRequest;

/**
 * A request, as Jersey has it. A field is looked up in Vert.x's request, until Jersey gets all of
 * them, which may then be changed.
 */
final class Request extends ContainerRequest {
  private final HttpServerRequest request;
  private final ResponseWriter writer;
  private boolean hasFields;

  Request(HttpServerRequest request, Targets.RequestUris uris, ResponseWriter writer) {
    super(
        uris.base(),
        uris.request(),
        request.method().name(),
        new Security(request, uris.isSecure()),
        new MapPropertiesDelegate(),
        writer.application().handler().getConfiguration());
    this.request = request;
    this.writer = writer;
    setWriter(writer);
  }

  @Override
  public MultivaluedMap<String, String> getHeaders() {
    MultivaluedMap<String, String> fields = super.getHeaders();
    if (!hasFields) {
      hasFields = true;
      request.headers().forEach((name, value) -> fields.add(name, value));
    }
    return fields;
  }

  @Override
  public String getHeaderString(String name) {
    if (hasFields) {
      return super.getHeaderString(name);
    }
    List<String> values = request.headers().getAll(name);
    return switch (values.size()) {
      case 0 -> null;
      case 1 -> values.get(0);
      default -> String.join(",", values);
    };
  }

  @Override
  public MediaType getMediaType() {
    return hasFields || request.headers().contains(HttpHeaders.CONTENT_TYPE)
        ? super.getMediaType()
        : null;
  }

  @Override
  public Set<Link> getLinks() {
    getHeaders();
    return super.getLinks();
  }

  /** Called before an entity is read, with all fields. */
  @Override
  protected Iterable<ReaderInterceptor> getReaderInterceptors() {
    getHeaders();
    return super.getReaderInterceptors();
  }

  @Override
  public MessageBodyWorkers getWorkers() {
    return writer.application().writers();
  }

  /** Returns the container's writer, also if the application has set another one around it. */
  ResponseWriter writer() {
    return writer;
  }

  /** Returns this, so that those who write an entity know its request. */
  @Override
  public PropertiesDelegate getPropertiesDelegate() {
    return this;
  }

  /**
   * A client, as known from TLS.
   *
   * @param isSecure whether its connection is encrypted
   */
  private record Security(HttpServerRequest request, boolean isSecure) implements SecurityContext {
    /** Returns the subject of the client's certificate. */
    @Override
    public Principal getUserPrincipal() {
      SSLSession session = request.sslSession();
      try {
        return session == null ? null : session.getPeerPrincipal();
      } catch (SSLPeerUnverifiedException e) {
        return null;
      }
    }

    @Override
    public boolean isUserInRole(String role) {
      return false;
    }

    @Override
    public String getAuthenticationScheme() {
      return getUserPrincipal() == null ? null : CLIENT_CERT_AUTH;
    }
  }
}
