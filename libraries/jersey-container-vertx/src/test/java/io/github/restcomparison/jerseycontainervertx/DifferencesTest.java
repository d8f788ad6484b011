package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** What this container does, and Jersey's container for Grizzly does not, each with the reason. */
class DifferencesTest extends Behaviours {
  DifferencesTest() {
    super(new VertxTestContainerFactory());
  }

  /** Writes by itself what Jersey would, and ends it by closing. */
  @Path("written")
  public static class Writing {
    @GET
    public void written(@Context ContainerRequestContext context, @Suspended AsyncResponse later)
        throws IOException {
      ContainerRequest request = (ContainerRequest) context.getRequest();
      ContainerResponse response = new ContainerResponse(request, Response.accepted().build());
      try (OutputStream out =
          request.getResponseWriter().writeResponseStatusAndHeaders(7, response)) {
        response.getHeaders().add("X-Late", "not sent");
        out.write("written".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Entities.class, Writing.class);
  }

  /** Grizzly sends chunks to clients of HTTP/1.0 too, who take their sizes for content. */
  @Test
  void olderClientsGetAStreamThatEndsWithTheConnection() throws Exception {
    Raw answer = raw("GET /entities/flushed HTTP/1.0\r\n\r\n");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).hasSize(30_000).startsWith("aa").endsWith("cc");
    assertThat(answer.head()).doesNotContainIgnoringCase("Transfer-Encoding");
  }

  /** RFC 9110, 6.6.1, asks it of a server with a clock; Grizzly's container leaves it out. */
  @Test
  void responsesHaveADate() throws Exception {
    assertThat(get("/entities/text").headers().firstValue("Date").orElseThrow())
        .matches("\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
  }

  /** Grizzly's sends it too, but the connection is of no use after it. */
  @Test
  void closingTheStreamOfAWriterEndsTheResponse() throws Exception {
    HttpResponse<String> answer = get("/written");
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("written");
    assertThat(answer.headers().firstValue("X-Late")).isEmpty();
    assertThat(get("/written").statusCode()).isEqualTo(202);
  }

  /** Jersey encodes it once more, and Grizzly's finds nothing there. */
  @Test
  void pathOfAnApplicationMayBeEncoded() throws Exception {
    try (VertxHttpServer server =
        VertxHttpServerFactory.createHttpServer(Servers.ANYWHERE, new EncodedPath())) {
      assertThat(Servers.get(server, "/a!%20b/entities/text").statusCode()).isEqualTo(200);
    }
  }

  /** Whoever writes it may encode what need not be. */
  @ApplicationPath("a%21 b")
  public static class EncodedPath extends Application {
    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Entities.class);
    }
  }
}
