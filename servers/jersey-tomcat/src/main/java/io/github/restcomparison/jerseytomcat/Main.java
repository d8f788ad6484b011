package io.github.restcomparison.jerseytomcat;

import io.github.restcomparison.waitingresource.MyResource;
import java.util.Optional;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Jersey's servlet on an embedded Tomcat. */
public final class Main {
  private static final int UNLIMITED = -1;

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) throws Exception {
    Tomcat tomcat = new Tomcat();
    // Nothing is written: it needs no folder of its own, which would remain after SIGKILL.
    String folder = System.getProperty("java.io.tmpdir");
    tomcat.setBaseDir(folder);
    tomcat.setConnector(connector());
    StandardContext context = (StandardContext) tomcat.addContext("", null);
    context.setWorkDir(folder);
    Wrapper jersey = Tomcat.addServlet(context, "jersey", new ServletContainer(application()));
    jersey.setAsyncSupported(true);
    jersey.addMapping("/*");
    tomcat.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(tomcat)));
    tomcat.getServer().await();
  }

  private static Connector connector() {
    Connector connector = new Connector();
    connector.setPort(Integer.parseInt(setting("PORT", "8104")));
    AbstractProtocol<?> protocol = (AbstractProtocol<?>) connector.getProtocolHandler();
    protocol.setProperty("address", setting("HOST", "127.0.0.1"));
    protocol.setMaxConnections(Integer.parseInt(setting("MAX_CONNECTIONS", "8192")));
    protocol.setAcceptCount(Integer.parseInt(setting("BACKLOG", "4096")));
    // By default Tomcat closes a connection after 100 requests.
    protocol.setProperty("maxKeepAliveRequests", Integer.toString(UNLIMITED));
    String workers = setting("WORKERS", "200");
    if (workers.equals("virtual")) {
      protocol.setExecutor(new VirtualThreadExecutor("virtual-"));
    } else {
      protocol.setMaxThreads(Integer.parseInt(workers));
    }
    return connector;
  }

  private static ResourceConfig application() {
    return new ResourceConfig()
        .register(new MyResource(Long.parseLong(setting("DELAY_MS", "100"))));
  }

  private static void stop(Tomcat tomcat) {
    try {
      tomcat.stop();
    } catch (LifecycleException e) {
      // What is left goes with the process.
    }
  }

  private static String setting(String name, String other) {
    return Optional.ofNullable(System.getenv(name)).orElse(other);
  }
}
