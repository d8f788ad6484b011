package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.internal.PropertiesDelegate;
import org.glassfish.jersey.message.MessageBodyWorkers;
import org.glassfish.jersey.message.internal.AcceptableMediaType;
import org.glassfish.jersey.message.internal.InboundMessageContext;
import org.glassfish.jersey.message.internal.MediaTypes;
import org.glassfish.jersey.server.ContainerRequest;

/**
 * A request, as Jersey has it. Its fields are copied at the first access to one of them: most
 * resources never read any.
 */
final class Request extends ContainerRequest {
  private static final String ANYTHING = "*/*";
  private static final List<AcceptableMediaType> ANY = List.of(MediaTypes.WILDCARD_ACCEPTABLE_TYPE);

  private final MultiMap fields;
  private final MessageBodyWorkers workers;
  private boolean copied;

  Request(HttpServerRequest request, Targets.RequestUris uris, Deployed application) {
    super(
        uris.base(),
        uris.request(),
        request.method().name(),
        new RequestSecurity(request, uris.isSecure()),
        new MapPropertiesDelegate(),
        application.handler().getConfiguration());
    this.fields = request.headers();
    this.workers = application.writers();
  }

  @Override
  public MessageBodyWorkers getWorkers() {
    return workers;
  }

  /** Returns this, so that those who write an entity know its request. */
  @Override
  public PropertiesDelegate getPropertiesDelegate() {
    return this;
  }

  private void copyFields() {
    if (!copied) {
      copied = true;
      MultivaluedMap<String, String> all = super.getHeaders();
      fields.forEach((name, value) -> all.add(name, value));
    }
  }

  private boolean isWithout(String field) {
    return !copied && !fields.contains(field);
  }

  @Override
  public MultivaluedMap<String, String> getHeaders() {
    copyFields();
    return super.getHeaders();
  }

  @Override
  public String getHeaderString(String name) {
    if (isWithout(name)) {
      return null;
    }
    copyFields();
    return super.getHeaderString(name);
  }

  @Override
  public MediaType getMediaType() {
    if (isWithout(HttpHeaders.CONTENT_TYPE)) {
      return null;
    }
    copyFields();
    return super.getMediaType();
  }

  @Override
  public List<AcceptableMediaType> getQualifiedAcceptableMediaTypes() {
    if (!copied && acceptsAnything()) {
      return ANY;
    }
    copyFields();
    return super.getQualifiedAcceptableMediaTypes();
  }

  private boolean acceptsAnything() {
    String accept = fields.get(HttpHeaders.ACCEPT);
    return accept == null
        || accept.equals(ANYTHING) && fields.getAll(HttpHeaders.ACCEPT).size() == 1;
  }

  @Override
  public Set<Link> getLinks() {
    copyFields();
    return super.getLinks();
  }

  @Override
  public InboundMessageContext headers(MultivaluedMap<String, String> more) {
    copyFields();
    return super.headers(more);
  }

  @Override
  public InboundMessageContext headers(Map<String, List<String>> more) {
    copyFields();
    return super.headers(more);
  }

  @Override
  public <T> T readEntity(
      Class<T> rawType, Type type, Annotation[] annotations, PropertiesDelegate properties) {
    copyFields();
    return super.readEntity(rawType, type, annotations, properties);
  }

  @Override
  public <T> T readEntity(Class<T> rawType, Type type, Annotation[] annotations) {
    copyFields();
    return super.readEntity(rawType, type, annotations);
  }
}
