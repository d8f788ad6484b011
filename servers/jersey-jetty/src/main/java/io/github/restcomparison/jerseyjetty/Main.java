package io.github.restcomparison.jerseyjetty;

import io.github.restcomparison.waitingresource.MyResource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Jersey's servlet on Jetty, as Jetty's guide sets it up. */
public final class Main {
  private static final Map<String, String> ENVIRONMENT = System.getenv();
  private static final int STOP_MS = 4_000;

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) throws Exception {
    Server server = new Server(pool(setting("WORKERS", "200")));
    ServerConnector connector = new ServerConnector(server);
    connector.setHost(setting("HOST", "127.0.0.1"));
    connector.setPort(Integer.parseInt(setting("PORT", "8103")));
    connector.setAcceptQueueSize(Integer.parseInt(setting("BACKLOG", "4096")));
    server.addConnector(connector);
    ServletHolder jersey = new ServletHolder(new ServletContainer(application()));
    jersey.setAsyncSupported(true);
    ServletContextHandler context = new ServletContextHandler("/");
    context.addServlet(jersey, "/*");
    server.setHandler(context);
    server.setStopAtShutdown(true);
    server.setStopTimeout(STOP_MS);
    server.start();
  }

  private static ResourceConfig application() {
    return new ResourceConfig()
        .register(new MyResource(Long.parseLong(setting("DELAY_MS", "100"))));
  }

  private static QueuedThreadPool pool(String workers) {
    if (workers.equals("virtual")) {
      QueuedThreadPool pool = new QueuedThreadPool();
      pool.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
      return pool;
    }
    return new QueuedThreadPool(Integer.parseInt(workers));
  }

  private static String setting(String name, String other) {
    return Optional.ofNullable(ENVIRONMENT.get(name)).orElse(other);
  }
}
