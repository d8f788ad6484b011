package io.github.restcomparison.jerseycontainervertx;

import jakarta.inject.Inject;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.Configuration;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.MethodHandler;
import org.glassfish.jersey.server.model.ModelProcessor;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;
import org.glassfish.jersey.spi.ExecutorServiceProvider;

/**
 * Marks the resource methods that may block. Jersey matches a request on the event loop, then calls
 * a marked method on a thread of {@link RequestThreads}, from its parameters to the response.
 *
 * <p>Nothing is marked if every request is processed on such a thread from its start.
 */
@ManagedAsyncExecutor
final class BlockingMethods implements ModelProcessor, ExecutorServiceProvider {
  private static final String POST_CONSTRUCT = "jakarta.annotation.PostConstruct";

  private Configuration configuration;
  private boolean suspendedMayBlock;
  private boolean hasLoopMethod;
  private boolean everythingMayBlock;

  @Override
  public ResourceModel processResourceModel(ResourceModel model, Configuration configuration) {
    this.configuration = configuration;
    suspendedMayBlock = !VertxContainerProperties.suspendedNonBlocking(configuration);
    model.getRootResources().forEach(this::inspect);
    everythingMayBlock |=
        !hasLoopMethod || hasApplicationExecutor() || BlockingParts.hasRegistered(configuration);
    return everythingMayBlock ? model : marked(model, false);
  }

  @Override
  public ResourceModel processSubResource(ResourceModel model, Configuration configuration) {
    return everythingMayBlock ? model : marked(model, true);
  }

  /** Returns whether every request must be processed on a thread that may block. */
  boolean everythingMayBlock() {
    return everythingMayBlock;
  }

  /** Returns the executor of {@code @ManagedAsync} methods: the application's, if it has one. */
  @Override
  public ExecutorService getExecutorService() {
    return applicationExecutor()
        .map(ExecutorServiceProvider::getExecutorService)
        .orElse(RequestThreads.EXECUTOR);
  }

  /** Does nothing: the threads end by themselves. */
  @Override
  public void dispose(ExecutorService executor) {}

  private boolean hasApplicationExecutor() {
    return applicationExecutor().isPresent()
        || configuration.getClasses().stream()
            .anyMatch(each -> each.isAnnotationPresent(ManagedAsyncExecutor.class));
  }

  private Optional<ExecutorServiceProvider> applicationExecutor() {
    return configuration.getInstances().stream()
        .filter(each -> each.getClass().isAnnotationPresent(ManagedAsyncExecutor.class))
        .filter(each -> each instanceof ExecutorServiceProvider && each != this)
        .map(ExecutorServiceProvider.class::cast)
        .findFirst();
  }

  private void inspect(Resource resource) {
    ResourceMethod locator = resource.getResourceLocator();
    // It is called while a request is matched.
    everythingMayBlock |= locator != null && !isDeclared(locator.getInvocable(), NonBlocking.class);
    Stream.concat(resource.getResourceMethods().stream(), Stream.ofNullable(locator))
        .forEach(this::inspect);
    resource.getChildResources().forEach(this::inspect);
  }

  private void inspect(ResourceMethod method) {
    hasLoopMethod |= isForLoop(method);
    MethodHandler handler = method.getInvocable().getHandler();
    Class<?> type = handler.getHandlerClass();
    // It is made while a request is matched.
    everythingMayBlock |=
        handler.isClassBased() && !type.isAnnotationPresent(NonBlocking.class) && isInjected(type);
  }

  /** Returns whether an injection manager calls or fills something of a class. */
  private static boolean isInjected(Class<?> type) {
    return type != null
        && (Stream.of(
                    type.getDeclaredConstructors(),
                    type.getDeclaredMethods(),
                    type.getDeclaredFields())
                .flatMap(Stream::of)
                .map(AnnotatedElement.class::cast)
                .flatMap(member -> Stream.of(member.getAnnotations()))
                .map(Annotation::annotationType)
                .anyMatch(each -> each == Inject.class || each.getName().equals(POST_CONSTRUCT))
            || isInjected(type.getSuperclass()));
  }

  private ResourceModel marked(ResourceModel model, boolean isSubResource) {
    ResourceModel.Builder builder = new ResourceModel.Builder(isSubResource);
    model.getResources().forEach(resource -> builder.addResource(marked(resource)));
    return builder.build();
  }

  private Resource marked(Resource resource) {
    Resource.Builder builder = Resource.builder(resource);
    resource.getResourceMethods().stream()
        .filter(method -> !isForLoop(method))
        .forEach(method -> mark(builder.updateMethod(method), method));
    resource
        .getChildResources()
        .forEach(child -> builder.replaceChildResource(child, marked(child)));
    return builder.build();
  }

  private static void mark(ResourceMethod.Builder marked, ResourceMethod method) {
    Invocable invocable = method.getInvocable();
    marked
        .managedAsync()
        .encodedParameters(
            Stream.of(
                    invocable.getHandler().getHandlerClass(),
                    invocable.getHandlingMethod(),
                    invocable.getDefinitionMethod())
                .anyMatch(each -> each.isAnnotationPresent(Encoded.class)));
    if (method.isSse()) {
      // Jersey would take the end of a managed method for its response.
      marked.sse().suspended(AsyncResponse.NO_TIMEOUT, TimeUnit.MILLISECONDS);
    }
  }

  private boolean isForLoop(ResourceMethod method) {
    Invocable invocable = method.getInvocable();
    if (method.isManagedAsyncDeclared() || isDeclared(invocable, Blocking.class)) {
      return false;
    }
    return isStage(invocable)
        || method.isSuspendDeclared() && !suspendedMayBlock
        || isDeclared(invocable, NonBlocking.class);
  }

  /** Returns whether a method returns a stage. */
  static boolean isStage(Invocable invocable) {
    return CompletionStage.class.isAssignableFrom(invocable.getRawResponseType());
  }

  /**
   * Returns whether a method is declared to block, or not to: by its annotation, or by that of the
   * method it implements, or by its class.
   */
  static boolean isDeclared(Invocable invocable, Class<? extends Annotation> annotation) {
    return Stream.of(
            invocable.getHandlingMethod(),
            invocable.getDefinitionMethod(),
            invocable.getHandler().getHandlerClass())
        .filter(
            each ->
                each.isAnnotationPresent(Blocking.class)
                    || each.isAnnotationPresent(NonBlocking.class))
        .findFirst()
        .filter(each -> each.isAnnotationPresent(annotation))
        .isPresent();
  }
}
