package io.github.restcomparison.jerseycontainervertx;

import java.util.List;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.server.spi.ContainerLifecycleListener;

/** Notes what the container tells an application. */
record Told(List<String> events) implements ContainerLifecycleListener {
  @Override
  public void onStartup(Container container) {
    events.add("startup");
  }

  @Override
  public void onReload(Container container) {
    events.add("reload");
  }

  @Override
  public void onShutdown(Container container) {
    events.add("shutdown");
  }
}
