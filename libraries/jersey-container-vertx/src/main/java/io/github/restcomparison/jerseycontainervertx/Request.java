package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.MultivaluedMap;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.internal.PropertiesDelegate;
import org.glassfish.jersey.message.MessageBodyWorkers;
import org.glassfish.jersey.server.ContainerRequest;

/** A request, as Jersey has it. */
final class Request extends ContainerRequest {
  private final MessageBodyWorkers workers;

  Request(HttpServerRequest request, Targets.RequestUris uris, Deployed application) {
    super(
        uris.base(),
        uris.request(),
        request.method().name(),
        new RequestSecurity(request, uris.isSecure()),
        new MapPropertiesDelegate(),
        application.handler().getConfiguration());
    MultivaluedMap<String, String> fields = getHeaders();
    request.headers().forEach((name, value) -> fields.add(name, value));
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
}
