package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.core.Application;
import org.glassfish.jersey.server.spi.ContainerProvider;

/**
 * Makes a {@link VertxHttpContainer} for Jersey's {@link
 * org.glassfish.jersey.server.ContainerFactory}.
 */
public final class VertxHttpContainerProvider implements ContainerProvider {
  @Override
  public <T> T createContainer(Class<T> type, Application application) {
    return type == VertxHttpContainer.class ? type.cast(new VertxHttpContainer(application)) : null;
  }
}
