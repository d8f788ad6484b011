package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.server.model.MethodHandler;

/** Decides which requests and results of a deployed application need a thread that may block. */
final class ThreadPolicy {
  private final boolean everythingMayBlock;

  ThreadPolicy(InjectionManager injectionManager, BlockingMethods methods) {
    everythingMayBlock =
        methods.everythingMayBlock()
            || BlockingParts.hasBound(injectionManager)
            || !methods.singletons().stream().allMatch(each -> isMade(each, injectionManager));
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

  /** Returns whether every request must be processed on a thread that may block. */
  boolean everythingMayBlock() {
    return everythingMayBlock;
  }

  /** Returns whether a result, or an exception, needs such a thread to become a response. */
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
