package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.VertxContainerProperties.Values;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.util.concurrent.Executor;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.model.MethodHandler;

/**
 * An application that is served, and what was found out about it.
 *
 * @param originalApplication as it was given
 * @param threads of its requests that may block
 * @param targets of requests below its path
 * @param everythingMayBlock whether every request is processed on such a thread
 */
record Deployed(
    Application originalApplication,
    ApplicationHandler handler,
    Values properties,
    Executor threads,
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
    InjectionManager injectionManager = handler.getInjectionManager();
    Values properties = Values.of(configuration);
    BlockingMethods methods = binder.methods();
    Deployed deployed =
        new Deployed(
            application,
            handler,
            properties,
            methods.threads(),
            Targets.of(configuration, basePath),
            methods.everythingMayBlock()
                || BlockingParts.hasBound(injectionManager)
                || !methods.singletons().stream().allMatch(each -> isMade(each, injectionManager)),
            new EntityWriters(handler, properties.gatheredBytes()),
            new FieldTexts(configuration));
    binder.setApplication(deployed);
    return deployed;
  }

  /** Makes a singleton, so that no request has to. */
  private static boolean isMade(MethodHandler handler, InjectionManager injectionManager) {
    try {
      handler.getInstance(injectionManager);
      return true;
    } catch (RuntimeException e) {
      return false; // only a request can make it
    }
  }

  /** Returns whether a result, or an exception, needs a thread to become a response. */
  boolean mayBlock(Object result) {
    if (result instanceof Response response) {
      return mayBlock(response.getEntity());
    }
    if (result instanceof WebApplicationException error) {
      return mayBlock(error.getResponse());
    }
    return everythingMayBlock
        || result instanceof StreamingOutput
        || result instanceof InputStream
        || result instanceof Reader
        || result instanceof File;
  }
}
