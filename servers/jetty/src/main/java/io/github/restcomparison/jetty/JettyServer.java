package io.github.restcomparison.jetty;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.StopLimit;
import io.github.restcomparison.servicekit.Workers;
import io.github.restcomparison.servlets.HealthServlet;
import io.github.restcomparison.servlets.MyServlet;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty with one connector, one context, its servlets put in by hand.
 *
 * <p>An acceptor thread takes connections, selector threads see which of them have something to
 * read, and a worker reads, runs the servlet and writes. All of them are threads of one pool.
 */
record JettyServer(
    Server server, ServerConnector connector, Endpoint endpoint, MyServlet servlet, int selectors)
    implements StartedServer {
  private static final int ACCEPTORS = 1;

  static JettyServer start(
      Endpoint endpoint, int headBytes, int maxConnections, Workers workers, MyServlet servlet)
      throws IOException {
    int selectors = Runtime.getRuntime().availableProcessors();
    Server server = new Server(pool(workers, ACCEPTORS + selectors));
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(headBytes);
    ServerConnector connector =
        new ServerConnector(server, ACCEPTORS, selectors, new HttpConnectionFactory(http));
    connector.setHost(endpoint.host());
    connector.setPort(endpoint.port());
    connector.setAcceptQueueSize(endpoint.backlog());
    // Jetty's idle time-out also ends requests that wait for longer; it is 30 s by default.
    connector.setIdleTimeout(0);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(maxConnections, connector));

    ServletContextHandler context = new ServletContextHandler("/");
    // Without this it would add a charset to the type.
    context.getMimeTypes().addInferred("text/plain", null);
    context.addServlet(holder(servlet), Endpoint.RESOURCE);
    context.addServlet(holder(new HealthServlet()), Endpoint.HEALTH);
    server.setHandler(context);
    JettyServer started = new JettyServer(server, connector, endpoint, servlet, selectors);
    try {
      server.start();
      return started;
    } catch (Exception e) {
      started.close();
      throw e instanceof IOException io && io.getCause() instanceof BindException bind
          ? bind
          : new IOException(e);
    }
  }

  private static QueuedThreadPool pool(Workers workers, int others) {
    if (workers.areVirtual()) {
      QueuedThreadPool pool = new QueuedThreadPool();
      pool.setVirtualThreadsExecutor(
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("worker-", 0).factory()));
      return pool;
    }
    int threads = workers.threads() + others;
    QueuedThreadPool pool = new QueuedThreadPool(threads, threads);
    // Jetty would keep some back for itself, and fewer than WORKERS could wait at once.
    pool.setReservedThreads(0);
    return pool;
  }

  private static ServletHolder holder(Servlet servlet) {
    ServletHolder holder = new ServletHolder(servlet);
    holder.setAsyncSupported(true);
    return holder;
  }

  @Override
  public URI uri() {
    return endpoint.resource(connector.getLocalPort());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "transport", "NIO",
        "acceptors", Integer.toString(ACCEPTORS),
        "selectors", Integer.toString(selectors),
        "keepAliveRequests", "unlimited",
        "keepAliveIdle", "unlimited");
  }

  @Override
  public Requests requests() {
    return servlet.requests();
  }

  /**
   * With Jetty's own {@code GracefulHandler}, one or two of fifty connections were closed without
   * their responses, in 9 of 72 stops.
   */
  @Override
  public void close() {
    StopLimit limit = new StopLimit();
    connector.close(); // it accepts no more; connections that are open go on
    servlet.requests().drain(DRAIN_MS);
    // By default it waits up to 5 s for workers that still block.
    ((QueuedThreadPool) server.getThreadPool()).setStopTimeout(limit.leftMs());
    try {
      server.stop();
    } catch (Exception e) {
      // What is left goes with the process.
    }
  }
}
