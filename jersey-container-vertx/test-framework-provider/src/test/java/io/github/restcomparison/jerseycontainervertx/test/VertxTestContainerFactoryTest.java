package io.github.restcomparison.jerseycontainervertx.test;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.DeploymentContext;
import org.glassfish.jersey.test.JerseyTest;
import org.glassfish.jersey.test.TestProperties;
import org.junit.jupiter.api.Test;

/** Tests that name no factory run on Vert.x if this artifact is on the class path. */
class VertxTestContainerFactoryTest extends JerseyTest {
  /** Responds with the name of its thread. */
  @Path("thread")
  public static class Named {
    @GET
    public String thread() {
      return Thread.currentThread().getName();
    }
  }

  @Override
  protected DeploymentContext configureDeployment() {
    forceSet(TestProperties.CONTAINER_PORT, "0");
    return DeploymentContext.builder(new ResourceConfig(Named.class)).contextPath("shop").build();
  }

  @Test
  void testRunsOnAServerOfVertx() {
    assertThat(getTestContainerFactory()).isInstanceOf(VertxTestContainerFactory.class);
    assertThat(getBaseUri().getPort()).isPositive();
    assertThat(getBaseUri().getPath()).isEqualTo("/shop");
    assertThat(target("thread").request().get(String.class)).startsWith("jersey-vertx-");
  }

  @Test
  void containerThatHasNotStartedStops() {
    new VertxTestContainerFactory()
        .create(
            URI.create("http://127.0.0.1:0/"), DeploymentContext.newInstance(new ResourceConfig()))
        .stop();
  }
}
