package io.github.restcomparison.jerseycontainervertx;

import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Configuration;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  /** Jackson, and Jersey's modules; its tests and examples are applications like any other. */
  private static final Pattern JERSEY =
      Pattern.compile(
          "(com\\.fasterxml\\.jackson|org\\.glassfish\\.jersey\\.(?!(tests?|examples)\\.)).*");

  /** What is injected without a call of the application. */
  private static final Pattern PLATFORM =
      Pattern.compile(JERSEY + "|(jakarta\\.ws\\.rs|jakarta\\.inject|io\\.vertx)\\..*");

  private static final Pattern JDK = Pattern.compile("java\\..*|[a-z]+");

  /** What runs for every request, whatever its resource. */
  private static final Set<Class<?>> AROUND_RESOURCES =
      Set.of(
          ContainerRequestFilter.class,
          ContainerResponseFilter.class,
          ReaderInterceptor.class,
          WriterInterceptor.class,
          DynamicFeature.class,
          ApplicationEventListener.class);

  private static final Set<String> OF_CALLED_METHODS =
      Set.of("jakarta.inject.Inject", "jakarta.annotation.PostConstruct");

  private final InjectionManager injectionManager;
  private final Set<Class<?>> instances = new HashSet<>();
  private final List<ParamConverterProvider> converters;
  private final boolean readersMayBlock;
  private final boolean writersMayBlock;
  private final boolean errorsMayBlock;
  private final boolean filtersMayBlock;
  private final boolean everythingMayBlock;
  private final LoopRoutes routes = new LoopRoutes();

  /** That of a deployed application. */
  ThreadPolicy(ApplicationHandler application) {
    injectionManager = application.getInjectionManager();
    Configuration configuration = application.getConfiguration();
    configuration.getInstances().forEach(instance -> instances.add(instance.getClass()));
    Set<Class<?>> providers = new HashSet<>(configuration.getClasses());
    providers.addAll(instances);
    Set<Class<?>> blocking =
        providers.stream()
            .filter(ThreadPolicy::mayBlock)
            .flatMap(provider -> configuration.getContracts(provider).keySet().stream())
            .collect(Collectors.toSet());
    converters =
        Providers.getCustomProviders(injectionManager, ParamConverterProvider.class).stream()
            .filter(provider -> mayBlock(provider.getClass()))
            .toList();
    filtersMayBlock = !Collections.disjoint(blocking, AROUND_RESOURCES);
    readersMayBlock = blocking.contains(MessageBodyReader.class);
    writersMayBlock = blocking.contains(MessageBodyWriter.class);
    errorsMayBlock = filtersMayBlock || writersMayBlock || blocking.contains(ExceptionMapper.class);
    everythingMayBlock =
        filtersMayBlock // or a filter selects another method than the path does
            || providers.stream().anyMatch(each -> each.isAnnotationPresent(PreMatching.class));
    injectionManager
        .getInstance(ExtendedResourceContext.class)
        .getResourceModel()
        .getRootResources()
        .forEach(resource -> routes.add(resource, this::isForLoop, false));
  }

  private static boolean mayBlock(Class<?> provider) {
    return !is(JERSEY, provider) && !provider.isAnnotationPresent(NonBlocking.class);
  }

  private static boolean is(Pattern names, Class<?> type) {
    return names.matcher(type.getName()).matches();
  }

  /** Whether nothing of any request may be processed on the event loop. */
  boolean everythingMayBlock() {
    return everythingMayBlock;
  }

  /**
   * Whether a request can be processed on the event loop.
   *
   * @param path still encoded
   * @param from where the application's root ends in it
   */
  boolean isForLoop(String method, String path, int from) {
    if (everythingMayBlock || path.contains("/;")) {
      return false;
    }
    int kinds = routes.kinds(method, path, from);
    return kinds == LoopRoutes.LOOP || kinds == 0 && !errorsMayBlock;
  }

  /** Whether an exception may only be answered by a thread that may block. */
  boolean errorsMayBlock() {
    return errorsMayBlock;
  }

  /** Whether a result may only be answered by a thread that may block. */
  boolean mayBlock(Object result) {
    Object entity = result instanceof Response response ? response.getEntity() : result;
    return filtersMayBlock
        || entity instanceof StreamingOutput
        || entity instanceof InputStream
        || entity instanceof Reader
        || entity instanceof File
        || writersMayBlock
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
    if (is(JERSEY, handler.getHandlerClass())) {
      return true;
    }
    boolean isLater =
        method.isSuspendDeclared()
            || method.isSse()
            || CompletionStage.class.isAssignableFrom(invocable.getRawResponseType());
    return !method.isManagedAsyncDeclared()
        && !isAnnotated(invocable, Blocking.class)
        && (isLater || isAnnotated(invocable, NonBlocking.class))
        && (isLater || !writersMayBlock || consistsOf(JDK, invocable.getResponseType()))
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
      case ENTITY -> !readersMayBlock;
      case CONTEXT, UNKNOWN -> consistsOf(PLATFORM, parameter.getType());
      default -> consistsOf(JDK, parameter.getType()) && !isConverted(parameter);
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

  private static boolean consistsOf(Pattern names, Type type) {
    if (type instanceof Class<?> raw) {
      return is(names, raw.isArray() ? raw.getComponentType() : raw);
    }
    return type instanceof ParameterizedType generic
        && consistsOf(names, generic.getRawType())
        && Stream.of(generic.getActualTypeArguments()).allMatch(each -> consistsOf(names, each));
  }

  /** A singleton is made now, so that no request has to. */
  private boolean isMadeWithoutBlocking(MethodHandler handler) {
    Class<?> type = handler.getHandlerClass();
    if (!handler.isClassBased()
        || instances.contains(type)
        || type.isAnnotationPresent(NonBlocking.class)) {
      return true;
    }
    if (type.isAnnotationPresent(Singleton.class)) {
      try {
        handler.getInstance(injectionManager);
        return true;
      } catch (RuntimeException e) {
        return false; // it can be made by a request alone
      }
    }
    return handler.getConstructors().stream()
            .flatMap(constructor -> constructor.getParameters().stream())
            .allMatch(parameter -> parameter.getSource() != Source.ENTITY && isPlain(parameter))
        && handler.getParameters().stream().allMatch(this::isPlain)
        && isPlain(type);
  }

  /** Whether nothing of a class or its super-classes is injected by a call of the application. */
  private boolean isPlain(Class<?> type) {
    return type == null
        || Stream.of(type.getDeclaredMethods()).noneMatch(ThreadPolicy::isCalled)
            && Stream.of(type.getDeclaredFields()).allMatch(this::isPlain)
            && isPlain(type.getSuperclass());
  }

  private static boolean isCalled(Method method) {
    return Stream.of(method.getAnnotations())
        .anyMatch(each -> OF_CALLED_METHODS.contains(each.annotationType().getName()));
  }

  private boolean isPlain(Field field) {
    Annotation[] annotations = field.getAnnotations();
    Class<?> owner = field.getDeclaringClass();
    Parameter injected =
        Parameter.create(owner, owner, false, field.getType(), field.getGenericType(), annotations);
    return annotations.length == 0 || injected != null && isPlain(injected);
  }
}
