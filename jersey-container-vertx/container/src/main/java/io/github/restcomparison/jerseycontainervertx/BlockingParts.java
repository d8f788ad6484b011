package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.internal.inject.Providers;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.server.monitoring.ApplicationEventListener;

/**
 * Finds parts of an application, other than its resources, that may block: those that are not
 * {@link NonBlocking}. Parts that an application without any part has are Jersey's own.
 */
final class BlockingParts {
  private static final List<Class<?>> CONTRACTS =
      List.of(
          ContainerRequestFilter.class,
          ContainerResponseFilter.class,
          ReaderInterceptor.class,
          WriterInterceptor.class,
          ExceptionMapper.class,
          MessageBodyReader.class,
          MessageBodyWriter.class,
          ParamConverterProvider.class,
          DynamicFeature.class,
          ApplicationEventListener.class);

  private BlockingParts() {}

  /** Jersey's own parts, of all of its modules on the class path that register themselves. */
  private static final class Own {
    /** Others register themselves by Jersey's {@code AutoDiscoverable} too. */
    private static final String PACKAGE = "org.glassfish.jersey.";

    static final Set<Class<?>> PARTS = parts();

    private static Set<Class<?>> parts() {
      ApplicationHandler empty =
          new ApplicationHandler(
              new ResourceConfig()
                  .property(CommonProperties.JAXRS_SERVICE_LOADING_ENABLE, false)
                  // It has none of these parts, but warns if there is no JAXB.
                  .property(ServerProperties.WADL_FEATURE_DISABLE, true));
      InjectionManager injectionManager = empty.getInjectionManager();
      Set<Class<?>> parts = bound(injectionManager).collect(Collectors.toCollection(HashSet::new));
      registered(empty.getConfiguration()).forEach(parts::add);
      parts.removeIf(each -> !each.getName().startsWith(PACKAGE));
      injectionManager.shutdown();
      return parts;
    }
  }

  /** Returns whether a part that is registered with an application may block. */
  static boolean hasRegistered(Configuration configuration) {
    return mayBlock(registered(configuration));
  }

  /** Returns whether a part of a deployed application may block, also one that a binder binds. */
  static boolean hasBound(InjectionManager injectionManager) {
    return mayBlock(bound(injectionManager));
  }

  private static boolean mayBlock(Stream<Class<?>> parts) {
    return parts.anyMatch(
        each -> !each.isAnnotationPresent(NonBlocking.class) && !Own.PARTS.contains(each));
  }

  private static Stream<Class<?>> registered(Configuration configuration) {
    return Stream.concat(
            configuration.getClasses().stream(),
            configuration.getInstances().stream().map(Object::getClass))
        .filter(each -> CONTRACTS.stream().anyMatch(configuration.getContracts(each)::containsKey));
  }

  private static Stream<Class<?>> bound(InjectionManager injectionManager) {
    return CONTRACTS.stream()
        .flatMap(
            contract ->
                StreamSupport.stream(
                    Providers.getAllProviders(injectionManager, contract).spliterator(), false))
        .map(Object::getClass);
  }
}
