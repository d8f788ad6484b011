package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.core.Configuration;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.ModelProcessor;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;

/**
 * Makes {@code @ManagedAsync} of every resource method that may block: Jersey then matches the
 * request on the event loop, and runs the method on its managed executor, which is one of virtual
 * threads ({@link VirtualThreads}).
 */
final class BlockingMethods implements ModelProcessor {
  private volatile boolean matchingMayWait;

  /** Whether a request cannot even be matched on the event loop. */
  boolean matchingMayWait() {
    return matchingMayWait;
  }

  @Override
  public ResourceModel processResourceModel(ResourceModel model, Configuration configuration) {
    matchingMayWait = Threads.mayWaitWhileMatching(model);
    return managed(model, false);
  }

  @Override
  public ResourceModel processSubResource(ResourceModel model, Configuration configuration) {
    return managed(model, true);
  }

  private static ResourceModel managed(ResourceModel model, boolean ofSubResource) {
    ResourceModel.Builder builder = new ResourceModel.Builder(ofSubResource);
    model.getResources().forEach(resource -> builder.addResource(managed(resource)));
    return builder.build();
  }

  private static Resource managed(Resource resource) {
    Resource.Builder builder = Resource.builder(resource);
    for (ResourceMethod method : resource.getResourceMethods()) {
      if (!Threads.isForLoop(method) && !method.isManagedAsyncDeclared()) {
        builder
            .updateMethod(method)
            .managedAsync()
            // What the copy forgets.
            .encodedParameters(isEncoded(method.getInvocable()));
      }
    }
    for (Resource child : resource.getChildResources()) {
      builder.replaceChildResource(child, managed(child));
    }
    return builder.build();
  }

  private static boolean isEncoded(Invocable invocable) {
    return invocable.getHandlingMethod().isAnnotationPresent(Encoded.class)
        || invocable.getHandler().getHandlerClass().isAnnotationPresent(Encoded.class);
  }
}
