package io.github.restcomparison.jetty7;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.StopLimit;
import io.github.restcomparison.servletsjavax.HealthServlet;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.nio.SelectChannelConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.util.log.Log;
import org.eclipse.jetty.util.log.StdErrLog;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty 7 with one connector. Acceptor threads take connections and see which have something to
 * read; a worker reads, runs the servlet and writes. All of them are threads of one pool.
 */
record Jetty7Server(
    Server server, SelectChannelConnector connector, Endpoint endpoint, MyServlet servlet)
    implements StartedServer {
  private static final int ACCEPTORS = 2;

  static Jetty7Server start(Endpoint endpoint, int workers, MyServlet servlet) throws IOException {
    int port = endpoint.availablePort(); // Jetty logs a stack trace if it is taken
    StdErrLog log = new StdErrLog();
    log.setLevel(StdErrLog.LEVEL_WARN);
    Log.setLog(log);
    Server server = new Server();
    // Each acceptor holds two threads: one that accepts, one that selects.
    QueuedThreadPool pool = new QueuedThreadPool(workers + 2 * ACCEPTORS);
    pool.setMinThreads(workers + 2 * ACCEPTORS);
    server.setThreadPool(pool);
    server.setSendServerVersion(false);
    server.setSendDateHeader(true);
    SelectChannelConnector connector = new SelectChannelConnector();
    connector.setHost(endpoint.host());
    connector.setPort(port);
    connector.setAcceptors(ACCEPTORS);
    connector.setAcceptQueueSize(endpoint.backlog());
    // By default it closes a connection that has been idle for 200 s.
    connector.setMaxIdleTime(Integer.MAX_VALUE);
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.setContextPath("/");
    context.addServlet(new ServletHolder(servlet), Endpoint.RESOURCE);
    context.addServlet(new ServletHolder(new HealthServlet()), Endpoint.HEALTH);
    server.setHandler(context);
    Jetty7Server started = new Jetty7Server(server, connector, endpoint, servlet);
    try {
      server.start();
      return started;
    } catch (IOException e) {
      started.stop();
      throw e;
    } catch (Exception e) {
      started.stop();
      throw new IOException(e);
    }
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
        "keepAliveRequests", "unlimited",
        "keepAliveIdle", "unlimited");
  }

  @Override
  public Requests requests() {
    return servlet.requests();
  }

  @Override
  public void close() {
    StopLimit limit = new StopLimit();
    try {
      connector.close();
      servlet.requests().drain(DRAIN_MS);
      // By default it warns of threads that do not end within 0.1 s.
      ((QueuedThreadPool) server.getThreadPool()).setMaxStopTimeMs(limit.leftMs());
    } catch (IOException e) {
      // It was closed already.
    } finally {
      stop();
    }
  }

  private void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      // What does not stop by itself goes with the process.
    }
  }
}
