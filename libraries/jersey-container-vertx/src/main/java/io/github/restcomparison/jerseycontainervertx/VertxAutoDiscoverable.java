package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.FeatureContext;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.glassfish.jersey.internal.spi.ForcedAutoDiscoverable;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.spi.ExecutorServiceProvider;

/**
 * Adds to an application what this container needs in it, without a copy of the application: Jersey
 * finds it as a service while it deploys any application, and it does nothing for those that other
 * containers deploy.
 */
public final class VertxAutoDiscoverable implements ForcedAutoDiscoverable {
  /** Of the application that this thread deploys. */
  private static final ThreadLocal<VirtualThreads> DEPLOYING = new ThreadLocal<>();

  /** Deploys an application whose requests may block these threads. */
  static <T> T with(VirtualThreads threads, Supplier<T> deployment) {
    DEPLOYING.set(threads);
    try {
      return deployment.get();
    } finally {
      DEPLOYING.remove();
    }
  }

  @Override
  public void configure(FeatureContext application) {
    VirtualThreads threads = DEPLOYING.get();
    if (threads == null) {
      return;
    }
    application.register(InstanceMethods.class);
    if (!hasManagedExecutor(application.getConfiguration())) {
      application.register(threads);
    }
  }

  /** Whether the application has threads of its own for its {@code @ManagedAsync} methods. */
  private static boolean hasManagedExecutor(Configuration configuration) {
    return Stream.concat(
            configuration.getClasses().stream(),
            configuration.getInstances().stream().map(Object::getClass))
        .filter(ExecutorServiceProvider.class::isAssignableFrom)
        .anyMatch(provider -> provider.isAnnotationPresent(ManagedAsyncExecutor.class));
  }
}
