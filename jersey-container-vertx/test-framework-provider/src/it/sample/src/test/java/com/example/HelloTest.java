package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.restcomparison.jerseycontainervertx.VertxHttpServer;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.core.Application;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.JerseyTest;
import org.glassfish.jersey.test.TestProperties;
import org.junit.jupiter.api.Test;

/** The test provider is found on the class path. */
class HelloTest extends JerseyTest {
  @Override
  protected Application configure() {
    forceSet(TestProperties.CONTAINER_PORT, "0");
    return new ResourceConfig(Hello.class);
  }

  private String get(String path) {
    return target("hello").path(path).request().get(String.class);
  }

  @Test
  void methodThatMayBlockHasAThreadOfTheContainer() {
    assertTrue(get("thread").startsWith("jersey-vertx-"), get("thread"));
  }

  @Test
  void suspendedMethodResponds() {
    assertEquals("Hello", get("later"));
  }

  @Test
  void streamIsWhole() {
    assertEquals(1_000_000, target("hello/stream").request().get(byte[].class).length);
  }

  @Test
  void seBootstrapStartsAServerOfVertx() throws Exception {
    SeBootstrap.Instance instance =
        SeBootstrap.start(
                new ResourceConfig(Hello.class),
                SeBootstrap.Configuration.builder()
                    .host("localhost")
                    .port(SeBootstrap.Configuration.FREE_PORT)
                    .build())
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    assertEquals(VertxHttpServer.class, instance.unwrap(VertxHttpServer.class).getClass());
    assertEquals(
        "Hello",
        ClientBuilder.newClient()
            .target(instance.configuration().baseUri())
            .path("hello/later")
            .request()
            .get(String.class));
    instance.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }
}
