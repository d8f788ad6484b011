package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Duration;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;

/**
 * An application that is served, and what was found out about it.
 *
 * @param originalApplication as it was given
 * @param clientTimeout how long a thread waits for a client
 * @param targets of requests below its path
 * @param everythingMayBlock whether every request is processed on such a thread
 */
record Deployed(
    Application originalApplication,
    ApplicationHandler handler,
    Duration clientTimeout,
    Targets targets,
    boolean everythingMayBlock,
    EntityWriters writers,
    FieldTexts texts) {

  /**
   * Deploys an application.
   *
   * @param basePath of the container, beginning and ending with a slash
   * @param parentContext of its injection manager; null if there is none
   * @throws RuntimeException if it cannot be
   */
  static Deployed of(Application application, String basePath, Object parentContext) {
    VertxBinder binder = new VertxBinder();
    ApplicationHandler handler = new ApplicationHandler(application, binder, parentContext);
    ResourceConfig configuration = handler.getConfiguration();
    Deployed deployed =
        new Deployed(
            application,
            handler,
            VertxContainerProperties.clientTimeout(configuration),
            new Targets(configuration, basePath),
            binder.methods().everythingMayBlock()
                || BlockingParts.hasBound(handler.getInjectionManager()),
            new EntityWriters(handler),
            new FieldTexts(configuration));
    binder.setApplication(deployed);
    return deployed;
  }

  /** Returns whether a result, or an exception, needs a thread to become a response. */
  boolean mayBlock(Object result) {
    if (result instanceof Response response) {
      return mayBlock(response.getEntity());
    }
    if (result instanceof WebApplicationException error) {
      return mayBlock(error.getResponse());
    }
    if (result instanceof GenericEntity<?> generic) {
      return mayBlock(generic.getEntity());
    }
    return everythingMayBlock
        || result instanceof StreamingOutput
        || result instanceof InputStream
        || result instanceof Reader
        || result instanceof File
        || result instanceof Path;
  }
}
