package io.github.restcomparison.jerseycontainervertx.test;

import io.github.restcomparison.jerseycontainervertx.VertxHttpServer;
import io.github.restcomparison.jerseycontainervertx.VertxHttpServerFactory;
import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import java.time.Duration;
import org.glassfish.jersey.client.ClientConfig;
import org.glassfish.jersey.test.DeploymentContext;
import org.glassfish.jersey.test.spi.TestContainer;
import org.glassfish.jersey.test.spi.TestContainerFactory;

/** Runs tests of the Jersey Test Framework on servers of Vert.x. */
public final class VertxTestContainerFactory implements TestContainerFactory {
  @Override
  public TestContainer create(URI baseUri, DeploymentContext deployment) {
    return new VertxTestContainer(
        UriBuilder.fromUri(baseUri).path(deployment.getContextPath()).build(), deployment);
  }

  /** A server on a port of its own. */
  private static final class VertxTestContainer implements TestContainer {
    private final DeploymentContext deployment;
    private URI baseUri;
    private VertxHttpServer server;

    VertxTestContainer(URI baseUri, DeploymentContext deployment) {
      this.baseUri = baseUri;
      this.deployment = deployment;
    }

    /** Returns null: a client needs no configuration. */
    @Override
    public ClientConfig getClientConfig() {
      return null;
    }

    @Override
    public URI getBaseUri() {
      return baseUri;
    }

    @Override
    public void start() {
      server = VertxHttpServerFactory.createHttpServer(baseUri, deployment.getResourceConfig());
      baseUri = server.baseUri();
    }

    /** Without effect if it has not started: that failure is the one to report. */
    @Override
    public void stop() {
      if (server != null) {
        server.stop(Duration.ZERO).toCompletableFuture().join();
      }
    }
  }
}
