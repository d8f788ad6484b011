package io.github.restcomparison.jerseycontainervertx;

import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.internal.inject.Providers;
import org.glassfish.jersey.model.Parameter.Source;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ExtendedResourceContext;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.MethodHandler;
import org.glassfish.jersey.server.model.Parameter;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.monitoring.ApplicationEventListener;

/**
 * Which parts of an application run on the event loop: the resource methods that are for it, and
 * nothing else of the application's that may block.
 */
final class ThreadPolicy {
  private static final Logger LOG = Logger.getLogger(ThreadPolicy.class.getName());

  /** The packages of Jersey's modules; its tests and examples are applications like any other. */
  private static final List<String> JERSEY =
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

  private static final String JACKSON = "com.fasterxml.jackson.";

  /** What is injected without a call of the application. */
  private static final List<String> PLATFORM =
      List.of("jakarta.ws.rs.", "jakarta.inject.", "io.vertx.");

  /** What runs for every request, whatever its resource. */
  private static final Set<Class<?>> AROUND_RESOURCES =
      Set.of(
          ContainerRequestFilter.class,
          ContainerResponseFilter.class,
          ReaderInterceptor.class,
          WriterInterceptor.class,
          DynamicFeature.class,
          ApplicationEventListener.class);

  private static final Set<String> CALLED_BEHIND_CONSTRUCTOR =
      Set.of("jakarta.inject.Inject", "jakarta.annotation.PostConstruct");

  private final InjectionManager injectionManager;

  /** The contracts of the application's own providers that may block. */
  private final Set<Class<?>> mayBlock = new HashSet<>();

  private final List<ParamConverterProvider> converters;
  private final boolean everythingMayBlock;
  private final LoopRoutes routes;

  /** That of a deployed application. */
  ThreadPolicy(ApplicationHandler application) {
    injectionManager = application.getInjectionManager();
    var configuration = application.getConfiguration();
    boolean reroutes = false;
    Set<Class<?>> providers = new HashSet<>(configuration.getClasses());
    configuration.getInstances().forEach(instance -> providers.add(instance.getClass()));
    for (Class<?> provider : providers) {
      reroutes |= provider.isAnnotationPresent(PreMatching.class);
      if (mayBlock(provider)) {
        mayBlock.addAll(configuration.getContracts(provider).keySet());
      }
    }
    everythingMayBlock = aroundMayBlock() || reroutes;
    converters =
        Providers.getCustomProviders(injectionManager, ParamConverterProvider.class).stream()
            .filter(provider -> mayBlock(provider.getClass()))
            .toList();
    routes =
        new LoopRoutes(
            injectionManager.getInstance(ExtendedResourceContext.class).getResourceModel(),
            this::isForLoop,
            !errorsMayBlock());
  }

  private static boolean mayBlock(Class<?> provider) {
    return !isJerseys(provider)
        && !provider.getName().startsWith(JACKSON)
        && !provider.isAnnotationPresent(NonBlocking.class);
  }

  private static boolean isJerseys(Class<?> type) {
    return JERSEY.stream().anyMatch(type.getName()::startsWith);
  }

  /** Whether nothing of any request may be processed on the event loop. */
  boolean everythingMayBlock() {
    return everythingMayBlock;
  }

  /** Whether a request can be processed on the event loop. */
  boolean isForLoop(String method, String path, int from) {
    return !everythingMayBlock && routes.isForLoop(method, path, from);
  }

  private boolean aroundMayBlock() {
    return !Collections.disjoint(mayBlock, AROUND_RESOURCES);
  }

  /** Whether an exception may only be answered by a thread that may block. */
  boolean errorsMayBlock() {
    return aroundMayBlock()
        || mayBlock.contains(ExceptionMapper.class)
        || mayBlock.contains(MessageBodyWriter.class);
  }

  /** Whether a result may only be answered by a thread that may block. */
  boolean mayBlock(Object result) {
    Object entity = result instanceof Response response ? response.getEntity() : result;
    return aroundMayBlock()
        || entity instanceof StreamingOutput
        || entity instanceof InputStream
        || entity instanceof Reader
        || entity instanceof File
        || mayBlock.contains(MessageBodyWriter.class)
            && entity != null
            && !(entity instanceof String)
            && !(entity instanceof byte[]);
  }

  /**
   * Whether a method runs on the event loop: by its annotation, or that of its class; else because
   * it hands its result over later. What runs before it and after it must not block either.
   */
  private boolean isForLoop(ResourceMethod method) {
    Invocable invocable = method.getInvocable();
    MethodHandler handler = invocable.getHandler();
    if (isJerseys(handler.getHandlerClass())) {
      return true;
    }
    boolean isLater =
        method.isSuspendDeclared()
            || method.isSse()
            || CompletionStage.class.isAssignableFrom(invocable.getRawResponseType());
    return !method.isManagedAsyncDeclared()
        && !isAnnotated(invocable, Blocking.class)
        && (isLater || isAnnotated(invocable, NonBlocking.class))
        && (isLater
            || !mayBlock.contains(MessageBodyWriter.class)
            || consistsOf(invocable.getResponseType(), ThreadPolicy::isJdks))
        && invocable.getParameters().stream().allMatch(this::isPlain)
        && isMadeWithoutBlocking(handler);
  }

  /** The method's annotation counts for more than its class's. */
  private static boolean isAnnotated(Invocable invocable, Class<? extends Annotation> annotation) {
    Method method = invocable.getHandlingMethod();
    boolean isOfMethod =
        method.isAnnotationPresent(Blocking.class) || method.isAnnotationPresent(NonBlocking.class);
    return isOfMethod
        ? method.isAnnotationPresent(annotation)
        : invocable.getHandler().getHandlerClass().isAnnotationPresent(annotation);
  }

  /** Whether a value is injected without a call of anything of the application's that may block. */
  private boolean isPlain(Parameter parameter) {
    return switch (parameter.getSource()) {
      case SUSPENDED -> true;
      case BEAN_PARAM -> false;
      case ENTITY -> !mayBlock.contains(MessageBodyReader.class);
      case CONTEXT, UNKNOWN -> consistsOf(parameter.getType(), ThreadPolicy::isPlatforms);
      default -> consistsOf(parameter.getType(), ThreadPolicy::isJdks) && !isConverted(parameter);
    };
  }

  private boolean isConverted(Parameter parameter) {
    return converters.stream()
        .anyMatch(
            provider ->
                provider.getConverter(
                        parameter.getRawType(), parameter.getType(), parameter.getAnnotations())
                    != null);
  }

  private static boolean isJdks(Class<?> type) {
    return type.isPrimitive() || type.getName().startsWith("java.");
  }

  private static boolean isPlatforms(Class<?> type) {
    return isJerseys(type) || PLATFORM.stream().anyMatch(type.getName()::startsWith);
  }

  private static boolean consistsOf(Type type, Predicate<Class<?>> known) {
    if (type instanceof Class<?> raw) {
      return known.test(raw.isArray() ? raw.getComponentType() : raw);
    }
    return type instanceof ParameterizedType generic
        && consistsOf(generic.getRawType(), known)
        && Stream.of(generic.getActualTypeArguments()).allMatch(each -> consistsOf(each, known));
  }

  /** A singleton is made now, so that no request has to. */
  private boolean isMadeWithoutBlocking(MethodHandler handler) {
    Class<?> type = handler.getHandlerClass();
    if (!handler.isClassBased() || type.isAnnotationPresent(NonBlocking.class)) {
      return true;
    }
    if (type.isAnnotationPresent(Singleton.class)) {
      try {
        handler.getInstance(injectionManager);
        return true;
      } catch (RuntimeException e) {
        LOG.log(Level.FINE, e, () -> type + " cannot be made outside of a request");
        return false;
      }
    }
    return handler.getConstructors().stream()
            .flatMap(constructor -> constructor.getParameters().stream())
            .allMatch(parameter -> parameter.getSource() != Source.ENTITY && isPlain(parameter))
        && handler.getParameters().stream().allMatch(this::isPlain)
        && isPlain(type);
  }

  /** Whether no field of a class or its super-classes is injected by a call of the application. */
  private boolean isPlain(Class<?> type) {
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getAnnotations().length > 0
            && !isPlain(
                Parameter.create(
                    type,
                    each,
                    false,
                    field.getType(),
                    field.getGenericType(),
                    field.getAnnotations()))) {
          return false;
        }
      }
      for (Method method : each.getDeclaredMethods()) {
        if (Stream.of(method.getAnnotations())
            .map(annotation -> annotation.annotationType().getName())
            .anyMatch(CALLED_BEHIND_CONSTRUCTOR::contains)) {
          return false;
        }
      }
    }
    return true;
  }
}
