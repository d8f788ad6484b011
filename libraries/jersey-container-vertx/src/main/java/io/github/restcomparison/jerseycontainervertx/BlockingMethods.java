package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.core.Configuration;
import java.util.Set;
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
  private Set<Object> instances = Set.of();

  /** Whether a request cannot even be matched on the event loop. */
  boolean matchingMayWait() {
    return matchingMayWait;
  }

  @Override
  public ResourceModel processResourceModel(ResourceModel model, Configuration configuration) {
    matchingMayWait = Threads.mayWaitWhileMatching(model);
    instances = configuration.getInstances();
    return managed(model, false);
  }

  @Override
  public ResourceModel processSubResource(ResourceModel model, Configuration configuration) {
    return managed(model, true);
  }

  private ResourceModel managed(ResourceModel model, boolean ofSubResource) {
    ResourceModel.Builder builder = new ResourceModel.Builder(ofSubResource);
    model.getResources().forEach(resource -> builder.addResource(managed(resource)));
    return builder.build();
  }

  private Resource managed(Resource resource) {
    Resource.Builder builder = Resource.builder(resource);
    // All of them, or those that are updated would come behind the others, which decides ties.
    for (ResourceMethod method : resource.getResourceMethods()) {
      ResourceMethod.Builder copy = copied(builder, method);
      if (!Threads.isForLoop(method) && !method.isManagedAsyncDeclared()) {
        copy.managedAsync();
      }
    }
    for (Resource child : resource.getChildResources()) {
      builder.replaceChildResource(child, managed(child));
    }
    return builder.build();
  }

  /** A copy, with what Jersey's own forgets. */
  private ResourceMethod.Builder copied(Resource.Builder parent, ResourceMethod method) {
    Invocable invocable = method.getInvocable();
    ResourceMethod.Builder copy = parent.updateMethod(method);
    // Of a resource that is registered as an object, no request has to look for it.
    instances.stream()
        .filter(each -> each.getClass() == invocable.getHandler().getHandlerClass())
        .findFirst()
        .ifPresent(each -> copy.handledBy(each, invocable.getDefinitionMethod()));
    copy.encodedParameters(isEncoded(invocable));
    if (method.isSse()) {
      copy.sse();
    }
    if (invocable.getRoutingResponseType().equals(invocable.getResponseType())) {
      copy.routingResponseType(null); // a type variable is no type that can be asked for
    }
    return copy;
  }

  private static boolean isEncoded(Invocable invocable) {
    return invocable.getHandlingMethod().isAnnotationPresent(Encoded.class)
        || invocable.getHandler().getHandlerClass().isAnnotationPresent(Encoded.class);
  }
}
