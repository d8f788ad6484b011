package io.github.restcomparison.jakartaresttck;

import jakarta.ws.rs.SeBootstrap;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.jersey.server.JerseySeBootstrapConfiguration;
import org.glassfish.jersey.server.spi.WebServer;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.shrinkwrap.api.Archive;

/**
 * For Arquillian, a container: each archive is served in this JVM by the server of {@link
 * ChosenWebServer}, at a free port, and the tests send requests to it.
 */
public final class ServedArchives
    implements LoadableExtension, DeployableContainer<ServedArchives.Settings> {
  private static final String HOST = "localhost";

  /** There are none. */
  public static final class Settings implements ContainerConfiguration {
    @Override
    public void validate() {
      // nothing can be wrong
    }
  }

  private record Served(ArchiveContent content, WebServer server) {}

  /** By identifier: a class that inherits an archive has two of one name. */
  private final Map<String, Served> served = new ConcurrentHashMap<>();

  @Override
  public void register(ExtensionBuilder builder) {
    builder.service(DeployableContainer.class, ServedArchives.class);
  }

  @Override
  public Class<Settings> getConfigurationClass() {
    return Settings.class;
  }

  /** Tests run in this JVM, beside the server. */
  @Override
  public ProtocolDescription getDefaultProtocol() {
    return new ProtocolDescription("Local");
  }

  @Override
  public void start() {
    // each archive has a server of its own
  }

  @Override
  public void stop() {
    // each server ends with its archive
  }

  /** Serves its application under the path that a servlet container would use. */
  @Override
  public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      ArchiveContent content = ArchiveContent.of(archive, before);
      WebServer server;
      try {
        thread.setContextClassLoader(content.resources());
        server = serve(content);
      } catch (ReflectiveOperationException | RuntimeException e) {
        content.close();
        throw e;
      }
      if (served.isEmpty()) {
        // What the tests of the TCK read. A class that inherits an archive uses its own, the first.
        System.setProperty("webServerHost", HOST);
        System.setProperty("webServerPort", Integer.toString(server.port()));
      }
      served.put(archive.getId(), new Served(content, server));
      HTTPContext http = new HTTPContext(HOST, server.port());
      http.add(new Servlet("application", content.context()));
      return new ProtocolMetaData().addContext(http);
    } catch (IOException | ReflectiveOperationException | RuntimeException e) {
      throw new DeploymentException(archive.getName() + " cannot be served", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** In this thread, whose class loader finds the archive's services. */
  private static WebServer serve(ArchiveContent content) throws ReflectiveOperationException {
    return new ChosenWebServer()
        .createServer(
            WebServer.class,
            content.application(),
            JerseySeBootstrapConfiguration.builder()
                .host(HOST)
                .port(SeBootstrap.Configuration.FREE_PORT)
                .rootPath(RootPath.IS_NEEDED ? "/" : content.path())
                .build());
  }

  @Override
  public void undeploy(Archive<?> archive) {
    Served gone = served.remove(archive.getId());
    if (gone != null) {
      gone.server().stop().toCompletableFuture().join();
      gone.content().close();
    }
  }
}
