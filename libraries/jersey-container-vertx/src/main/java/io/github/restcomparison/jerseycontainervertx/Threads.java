package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;

/** On which thread what runs: the event loop is for what is known not to wait. */
final class Threads {
  /** The packages of Jersey's modules; its tests and examples are applications like any other. */
  private static final List<String> JERSEYS_OWN =
      Stream.of(
              "server",
              "internal",
              "innate",
              "message",
              "media",
              "model",
              "process",
              "inject",
              "ext",
              "logging",
              "spi",
              "jackson",
              "moxy",
              "jsonb",
              "jsonp",
              "jettison",
              "gson",
              "wadl",
              "uri",
              "linking",
              "microprofile")
          .map("org.glassfish.jersey.%s."::formatted)
          .toList();

  private static final Set<Class<?>> RUN_FOR_EVERY_REQUEST =
      Set.of(
          ContainerRequestFilter.class,
          ContainerResponseFilter.class,
          ReaderInterceptor.class,
          WriterInterceptor.class,
          DynamicFeature.class);

  private Threads() {}

  /**
   * Whether a method runs on the event loop: by its annotation, or that of its class; else because
   * it hands its result over later.
   */
  static boolean isForLoop(ResourceMethod method) {
    Invocable invocable = method.getInvocable();
    if (has(invocable, Blocking.class)) {
      return false;
    }
    return has(invocable, NonBlocking.class)
        || method.isSuspendDeclared() && !method.isManagedAsyncDeclared()
        || method.isSse()
        || CompletionStage.class.isAssignableFrom(invocable.getRawResponseType())
        || isJerseysOwn(invocable.getHandler().getHandlerClass());
  }

  /** The method's annotation counts for more than its class's. */
  private static boolean has(
      Invocable invocable, Class<? extends java.lang.annotation.Annotation> annotation) {
    boolean said =
        Stream.of(Blocking.class, NonBlocking.class)
            .anyMatch(each -> invocable.getHandlingMethod().isAnnotationPresent(each));
    return said
        ? invocable.getHandlingMethod().isAnnotationPresent(annotation)
        : invocable.getHandler().getHandlerClass().isAnnotationPresent(annotation);
  }

  /** Whether something runs for every request of which nobody says that it does not wait. */
  static boolean mayWaitAroundResources(Configuration configuration) {
    return Stream.concat(
            configuration.getClasses().stream(),
            configuration.getInstances().stream().map(Object::getClass))
        .filter(provider -> !isJerseysOwn(provider))
        .filter(provider -> !provider.isAnnotationPresent(NonBlocking.class))
        .flatMap(provider -> configuration.getContracts(provider).keySet().stream())
        .anyMatch(RUN_FOR_EVERY_REQUEST::contains);
  }

  /** Whether a sub-resource locator, which runs while a request is matched, may wait. */
  static boolean mayWaitWhileMatching(ResourceModel model) {
    return model.getResources().stream().anyMatch(Threads::mayWaitWhileMatching);
  }

  private static boolean mayWaitWhileMatching(Resource resource) {
    ResourceMethod locator = resource.getResourceLocator();
    return locator != null && !has(locator.getInvocable(), NonBlocking.class)
        || resource.getChildResources().stream().anyMatch(Threads::mayWaitWhileMatching);
  }

  /** Whether to write an entity is to wait for where it comes from. */
  static boolean mayWaitWhileWritten(Object result) {
    Object entity = result instanceof Response response ? response.getEntity() : result;
    return entity instanceof StreamingOutput
        || entity instanceof InputStream
        || entity instanceof Reader
        || entity instanceof File;
  }

  private static boolean isJerseysOwn(Class<?> type) {
    return JERSEYS_OWN.stream().anyMatch(type.getName()::startsWith);
  }
}
