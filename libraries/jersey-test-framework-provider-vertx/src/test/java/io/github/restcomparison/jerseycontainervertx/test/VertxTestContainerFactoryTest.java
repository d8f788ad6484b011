package io.github.restcomparison.jerseycontainervertx.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import java.net.URI;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.DeploymentContext;
import org.glassfish.jersey.test.JerseyTest;
import org.glassfish.jersey.test.TestProperties;
import org.junit.jupiter.api.Test;

/** Tests that name no factory run on Vert.x if this artifact is on the class path. */
class VertxTestContainerFactoryTest extends JerseyTest {
  /** Answers with the address of its server. */
  @Path("server")
  public static class Server {
    @Context private HttpServerRequest request;

    @GET
    public String port() {
      return String.valueOf(request.localAddress().port());
    }
  }

  @Override
  protected DeploymentContext configureDeployment() {
    forceSet(TestProperties.CONTAINER_PORT, "0");
    return DeploymentContext.builder(new ResourceConfig(Server.class)).contextPath("shop").build();
  }

  @Test
  void testRunsOnAServerOfVertx() {
    assertThat(getBaseUri().getPath()).isEqualTo("/shop");
    assertThat(target("server").request().get(String.class))
        .isEqualTo(String.valueOf(getBaseUri().getPort()));
  }

  @Test
  void containerThatHasNotStartedStops() {
    new VertxTestContainerFactory()
        .create(
            URI.create("http://127.0.0.1:0/"), DeploymentContext.newInstance(new ResourceConfig()))
        .stop();
  }
}
