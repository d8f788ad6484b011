package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import java.time.Duration;
import org.glassfish.jersey.client.ClientConfig;
import org.glassfish.jersey.test.DeploymentContext;
import org.glassfish.jersey.test.spi.TestContainer;
import org.glassfish.jersey.test.spi.TestContainerFactory;

/** As in jersey-test-framework-provider-vertx, which depends on this artifact. */
final class VertxTestContainerFactory implements TestContainerFactory {
  @Override
  public TestContainer create(URI baseUri, DeploymentContext deployment) {
    return new TestContainer() {
      private VertxHttpServer server;

      @Override
      public ClientConfig getClientConfig() {
        return null;
      }

      @Override
      public URI getBaseUri() {
        return server != null
            ? server.baseUri()
            : UriBuilder.fromUri(baseUri).path(deployment.getContextPath()).build();
      }

      @Override
      public void start() {
        server =
            VertxHttpServerFactory.createHttpServer(getBaseUri(), deployment.getResourceConfig());
      }

      @Override
      public void stop() {
        server.stop(Duration.ZERO).toCompletableFuture().join();
      }
    };
  }
}
