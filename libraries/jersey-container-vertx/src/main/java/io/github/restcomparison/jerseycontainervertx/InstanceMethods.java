package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.core.Configuration;
import java.util.Map;
import java.util.stream.Collectors;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.ModelProcessor;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;

/** Methods of a resource that is registered as an object: no request has to look that up. */
final class InstanceMethods implements ModelProcessor {
  @Override
  public ResourceModel processResourceModel(ResourceModel model, Configuration configuration) {
    Map<Class<?>, Object> instances =
        configuration.getInstances().stream()
            .collect(Collectors.toMap(Object::getClass, each -> each, (one, other) -> one));
    ResourceModel.Builder builder = new ResourceModel.Builder(false);
    model.getResources().forEach(resource -> builder.addResource(bound(resource, instances)));
    return builder.build();
  }

  @Override
  public ResourceModel processSubResource(ResourceModel model, Configuration configuration) {
    return model;
  }

  private static Resource bound(Resource resource, Map<Class<?>, Object> instances) {
    if (!isOfInstance(resource, instances)) {
      return resource;
    }
    Resource.Builder builder = Resource.builder(resource);
    // All of them, or those that are updated would come behind the others, which decides ties.
    for (ResourceMethod method : resource.getResourceMethods()) {
      Invocable invocable = method.getInvocable();
      ResourceMethod.Builder copy = copied(builder, method);
      Object instance = instances.get(invocable.getHandler().getHandlerClass());
      if (instance != null) {
        copy.handledBy(instance, invocable.getDefinitionMethod());
      }
    }
    for (Resource child : resource.getChildResources()) {
      builder.replaceChildResource(child, bound(child, instances));
    }
    return builder.build();
  }

  private static boolean isOfInstance(Resource resource, Map<Class<?>, Object> instances) {
    return resource.getResourceMethods().stream()
            .map(method -> method.getInvocable().getHandler().getHandlerClass())
            .anyMatch(instances::containsKey)
        || resource.getChildResources().stream().anyMatch(child -> isOfInstance(child, instances));
  }

  /** A copy, with what Jersey's own forgets. */
  private static ResourceMethod.Builder copied(Resource.Builder parent, ResourceMethod method) {
    Invocable invocable = method.getInvocable();
    ResourceMethod.Builder copy = parent.updateMethod(method);
    copy.encodedParameters(
        invocable.getHandlingMethod().isAnnotationPresent(Encoded.class)
            || invocable.getHandler().getHandlerClass().isAnnotationPresent(Encoded.class));
    if (method.isSse()) {
      copy.sse();
    }
    if (invocable.getRoutingResponseType().equals(invocable.getResponseType())) {
      copy.routingResponseType(null); // a type variable is no type that can be asked for
    }
    return copy;
  }
}
