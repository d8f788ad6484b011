package io.github.restcomparison.jakartaresttck;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.shrinkwrap.api.Archive;

/**
 * For Arquillian, a container: each test class hands its archives over, and asks them by HTTP. They
 * are served in this JVM.
 */
public final class ServedArchives
    implements LoadableExtension, DeployableContainer<ServedArchives.Settings> {
  /** There are none. */
  public static final class Settings implements ContainerConfiguration {
    @Override
    public void validate() {
      // nothing can be wrong
    }
  }

  private final Map<String, ArchiveContent> contents = new ConcurrentHashMap<>();
  private Server server;

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
  public void start() throws LifecycleException {
    try {
      server = Server.start();
    } catch (IOException e) {
      throw new LifecycleException("no server", e);
    }
    // What the tests of the TCK read.
    System.setProperty("webServerHost", Server.HOST);
    System.setProperty("webServerPort", Integer.toString(server.port()));
  }

  @Override
  public void stop() {
    server.close();
  }

  /** Serves its application where a servlet container would. */
  @Override
  public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      ArchiveContent content = ArchiveContent.of(archive, before);
      contents.put(archive.getName(), content);
      thread.setContextClassLoader(content.resources());
      server.add(content.path(), content.application());
      HTTPContext http = new HTTPContext(Server.HOST, server.port());
      http.add(new Servlet("application", content.context()));
      return new ProtocolMetaData().addContext(http);
    } catch (IOException | ReflectiveOperationException | RuntimeException e) {
      throw new DeploymentException(archive.getName() + " cannot be served", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public void undeploy(Archive<?> archive) {
    ArchiveContent content = contents.remove(archive.getName());
    if (content != null) {
      server.remove(content.path());
      content.close();
    }
  }
}
