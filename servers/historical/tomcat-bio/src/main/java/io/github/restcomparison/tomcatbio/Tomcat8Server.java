package io.github.restcomparison.tomcatbio;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servletsjavax.HealthServlet;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.Map;
import javax.servlet.Servlet;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;

/**
 * Tomcat 8.0 without files.
 *
 * <p>With the BIO connector a worker has a connection, not a request: it blocks in the socket's
 * read until the client asks again. With NIO a poller thread sees which connections have something
 * to read, and a worker has one request.
 */
record Tomcat8Server(Tomcat tomcat, Endpoint endpoint, boolean blockingConnector, MyServlet servlet)
    implements StartedServer {
  private static final String BIO = "org.apache.coyote.http11.Http11Protocol";
  private static final String NIO = "org.apache.coyote.http11.Http11NioProtocol";

  static Tomcat8Server start(
      Endpoint endpoint, boolean blockingConnector, int workers, MyServlet servlet)
      throws IOException {
    int port = endpoint.availablePort(); // Tomcat 8 only logs that it is taken
    Tomcat tomcat = new Tomcat();
    // Nothing is written: it needs no folder of its own, which would remain after SIGKILL.
    String folder = System.getProperty("java.io.tmpdir");
    tomcat.setBaseDir(folder);
    Connector connector = new Connector(blockingConnector ? BIO : NIO);
    connector.setPort(port);
    connector.setProperty("address", endpoint.host());
    connector.setProperty("acceptCount", Integer.toString(endpoint.backlog()));
    connector.setProperty("maxThreads", Integer.toString(workers));
    connector.setProperty("minSpareThreads", Integer.toString(workers));
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "-1");
    if (blockingConnector) {
      // By default it closes connections as soon as three quarters of the workers have one.
      connector.setProperty("disableKeepAlivePercentage", "100");
    } else {
      connector.setProperty("maxConnections", "-1");
    }
    tomcat.getService().addConnector(connector);
    tomcat.setConnector(connector);
    StandardContext context = (StandardContext) tomcat.addContext("", null);
    context.setWorkDir(folder);
    StandardManager noFile = new StandardManager();
    noFile.setPathname(null); // by default sessions are read from a file in that folder
    context.setManager(noFile);
    add(context, servlet, Endpoint.RESOURCE);
    add(context, new HealthServlet(), Endpoint.HEALTH);
    Tomcat8Server server = new Tomcat8Server(tomcat, endpoint, blockingConnector, servlet);
    try {
      tomcat.start();
    } catch (LifecycleException | RuntimeException e) {
      server.stop();
      throw new IOException(e);
    }
    // It does not throw if the port is taken: it logs that, and runs without a listener.
    if (connector.getState() != LifecycleState.STARTED || connector.getLocalPort() < 1) {
      server.stop();
      throw new BindException("the address is taken or not this host's");
    }
    return server;
  }

  private static void add(Context context, Servlet servlet, String path) {
    String name = servlet.getClass().getSimpleName();
    Tomcat.addServlet(context, name, servlet).setAsyncSupported(true);
    context.addServletMapping(path, name);
  }

  @Override
  public URI uri() {
    return endpoint.resource(tomcat.getConnector().getLocalPort());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "transport",
        blockingConnector ? "BIO" : "NIO",
        "keepAliveRequests",
        "unlimited",
        "keepAliveIdle",
        "unlimited",
        "maxConnections",
        blockingConnector ? "as many as workers" : "unlimited");
  }

  @Override
  public Requests requests() {
    return servlet.requests();
  }

  /**
   * It knows no drain: a connector that is paused cuts asynchronous requests off. So what is in
   * flight completes first, and new requests are too.
   */
  @Override
  public void close() {
    servlet.requests().drain(DRAIN_MS);
    stop();
  }

  private void stop() {
    try {
      // Tomcat 8 looks for leaks by reflection, which a current JDK does not allow.
      tomcat.getConnector().stop();
      tomcat.getConnector().destroy();
    } catch (LifecycleException e) {
      // What does not stop by itself goes with the process.
    }
  }
}
