package io.github.restcomparison.tomcat;

import io.github.restcomparison.servicekit.ConnectionLimits;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Workers;
import io.github.restcomparison.servlets.HealthServlet;
import io.github.restcomparison.servlets.MyServlet;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * Tomcat without files: one connector, one context, its servlets put in by hand.
 *
 * <p>An acceptor thread takes connections, a poller thread sees which of them have something to
 * read, and a worker reads, runs the servlet and writes.
 */
record TomcatServer(Tomcat tomcat, Endpoint endpoint, MyServlet servlet) implements StartedServer {
  private static final int UNLIMITED = -1;

  /** Twenty looks at what still runs, 1 ms apart; below it Tomcat would wait for ever. */
  private static final long SHORTEST_UNLOAD_MS = 20;

  /** Strong, or its level would be forgotten. Warns on a busy host; no servlet has sessions. */
  private static final Logger SESSIONS =
      Logger.getLogger("org.apache.catalina.util.SessionIdGeneratorBase");

  static TomcatServer start(
      Endpoint endpoint,
      ConnectionLimits limits,
      int maxConnections,
      Workers workers,
      MyServlet servlet)
      throws IOException {
    SESSIONS.setLevel(Level.SEVERE);
    int port = endpoint.availablePort(); // Tomcat logs a stack trace if it is taken
    Tomcat tomcat = new Tomcat();
    // Nothing is written: it needs no folder of its own, which would remain after SIGKILL.
    String folder = System.getProperty("java.io.tmpdir");
    tomcat.setBaseDir(folder);
    tomcat.setConnector(connector(endpoint, limits, maxConnections, port, workers));
    StandardContext context = (StandardContext) tomcat.addContext("", null);
    context.setWorkDir(folder);
    // By default it waits for requests once more, 2 s after their connector has drained.
    context.setUnloadDelay(SHORTEST_UNLOAD_MS);
    add(context, servlet, Endpoint.RESOURCE);
    add(context, new HealthServlet(), Endpoint.HEALTH);
    TomcatServer server = new TomcatServer(tomcat, endpoint, servlet);
    try {
      tomcat.start();
      if (tomcat.getConnector().getLocalPort() < 1) {
        throw new BindException("the address is taken or not this host's");
      }
      return server;
    } catch (LifecycleException e) {
      server.stop();
      throw new BindException(rootCause(e).getMessage());
    } catch (IOException | RuntimeException e) {
      server.stop();
      throw e;
    }
  }

  private static Connector connector(
      Endpoint endpoint, ConnectionLimits limits, int maxConnections, int port, Workers workers) {
    Http11NioProtocol protocol = new Http11NioProtocol();
    Connector connector = new Connector(protocol);
    connector.setPort(port);
    connector.setThrowOnFailure(true);
    connector.setProperty("address", endpoint.host());
    // Only then does it close its socket when it drains.
    connector.setProperty("bindOnInit", "false");
    connector.setProperty("acceptCount", Integer.toString(endpoint.backlog()));
    if (workers.areVirtual()) {
      protocol.setExecutor(new VirtualThreadExecutor("worker-"));
    } else {
      protocol.setMaxThreads(workers.threads());
      protocol.setMinSpareThreads(workers.threads());
    }
    // By default Tomcat closes a connection after 100 requests.
    protocol.setMaxKeepAliveRequests(UNLIMITED);
    protocol.setKeepAliveTimeout((int) limits.idle().toMillis());
    protocol.setConnectionTimeout((int) limits.idle().toMillis());
    protocol.setMaxConnections(maxConnections);
    protocol.setMaxHttpRequestHeaderSize(limits.headBytes());
    protocol.setUseKeepAliveResponseHeader(false);
    return connector;
  }

  private static void add(Context context, jakarta.servlet.Servlet servlet, String path) {
    Wrapper wrapper = Tomcat.addServlet(context, servlet.getClass().getSimpleName(), servlet);
    wrapper.setAsyncSupported(true);
    wrapper.addMapping(path);
  }

  private static Throwable rootCause(Throwable thrown) {
    return thrown.getCause() == null ? thrown : rootCause(thrown.getCause());
  }

  @Override
  public URI uri() {
    return endpoint.resource(tomcat.getConnector().getLocalPort());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "transport", "NIO",
        "keepAliveRequests", "unlimited");
  }

  @Override
  public Requests requests() {
    return servlet.requests();
  }

  @Override
  public void close() {
    Connector connector = tomcat.getConnector();
    connector.pause();
    connector.getProtocolHandler().closeServerSocketGraceful();
    servlet.requests().drain(DRAIN_MS);
    stop();
  }

  private void stop() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      // What does not stop by itself goes with the process.
    }
  }
}
