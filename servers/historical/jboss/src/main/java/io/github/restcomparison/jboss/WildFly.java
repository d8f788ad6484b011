package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wildfly.core.embedded.Configuration;
import org.wildfly.core.embedded.EmbeddedProcessFactory;
import org.wildfly.core.embedded.EmbeddedProcessStartException;
import org.wildfly.core.embedded.StandaloneServer;

/**
 * WildFly in this JVM. I/O threads read from the AJP connections; each request is run by one of
 * {@code WORKERS} task threads, and those beyond them queue.
 */
final class WildFly implements AutoCloseable {
  private final StandaloneServer server;
  private final int ajpPort;

  private WildFly(StandaloneServer server, int ajpPort) {
    this.server = server;
    this.ajpPort = ajpPort;
  }

  /**
   * Starts it, with the application deployed.
   *
   * @param folder gets its configuration, logs and the application; it owns nothing outside of it
   */
  static WildFly start(Path folder, Wait wait, int workers) throws IOException {
    Files.createDirectories(folder.resolve("configuration"));
    Files.copy(
        WildFly.class.getResourceAsStream("standalone.xml"),
        folder.resolve("configuration/standalone.xml"));
    WebApplication.write(folder.resolve("ROOT.war"), wait);
    int ajpPort = freePort();
    System.setProperty("jboss.server.base.dir", folder.toString());
    StandaloneServer server =
        EmbeddedProcessFactory.createStandaloneServer(
            Configuration.Builder.of(home())
                .addSystemPackages(Requests.class.getPackageName(), WildFly.class.getPackageName())
                .addCommandArguments(
                    // requests in flight at SIGTERM complete first
                    "-Dorg.wildfly.sigterm.suspend.timeout=4",
                    "-Drestcomparison.workers=" + workers,
                    "-Drestcomparison.ajp.port=" + ajpPort)
                .build());
    try {
      server.start();
    } catch (EmbeddedProcessStartException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (WebApplication.requests() == null) {
      server.stop();
      throw new IOException("WildFly did not deploy the application: see above");
    }
    return new WildFly(server, ajpPort);
  }

  /** Returns the folder that the build provisioned next to the classes, or to the jar. */
  private static Path home() throws IOException {
    Path home =
        Path.of(WildFly.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .resolveSibling("wildfly");
    if (!Files.isDirectory(home.resolve("modules"))) {
      throw new IOException(home + " is missing: build the project with -Pjboss first");
    }
    return home;
  }

  /** It takes no port 0; nobody else is to be expected to take this one meanwhile. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  int ajpPort() {
    return ajpPort;
  }

  @Override
  public void close() {
    server.stop();
  }
}
