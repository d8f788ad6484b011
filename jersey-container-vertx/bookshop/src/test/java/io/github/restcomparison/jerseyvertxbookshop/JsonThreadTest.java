package io.github.restcomparison.jerseyvertxbookshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.jerseycontainervertx.VertxHttpServer;
import io.github.restcomparison.jerseycontainervertx.VertxHttpServerFactory;
import io.vertx.core.Context;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** Jersey's modules for JSON and multipart register their own readers and writers. */
class JsonThreadTest {
  /** Has no part that may block. */
  @Path("thread")
  public static class Thread {
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public CompletionStage<Map<String, Boolean>> get() {
      return CompletableFuture.completedFuture(Map.of("loop", Context.isOnEventLoopThread()));
    }
  }

  @Test
  void modulesThatRegisterThemselvesKeepMethodsOnTheEventLoop() throws Exception {
    URI any = URI.create("http://localhost:0/");
    try (VertxHttpServer server =
            VertxHttpServerFactory.createHttpServer(any, new ResourceConfig(Thread.class));
        InputStream response = server.baseUri().resolve("thread").toURL().openStream()) {
      assertThat(new String(response.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("{\"loop\":true}");
    }
  }
}
