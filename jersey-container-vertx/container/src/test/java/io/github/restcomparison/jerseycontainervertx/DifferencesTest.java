package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Sets fields that are the server's to set. */
  @Path("framed")
  public static class Framed {
    /** Writes by itself, and returns nothing, which is 204. */
    @GET
    @Path("written")
    public void written(@Context ContainerRequestContext context) throws IOException {
      ContainerRequest request = (ContainerRequest) context.getRequest();
      ContainerResponse response = new ContainerResponse(request, Response.ok().build());
      try (OutputStream out =
          request.getResponseWriter().writeResponseStatusAndHeaders(7, response)) {
        out.write("written".getBytes(StandardCharsets.UTF_8));
      }
    }

    @GET
    @Path("unclosed")
    public void unclosed(@Context ContainerRequestContext context) throws IOException {
      ContainerRequest request = (ContainerRequest) context.getRequest();
      ContainerResponse response = new ContainerResponse(request, Response.ok().build());
      request
          .getResponseWriter()
          .writeResponseStatusAndHeaders(7, response)
          .write("written".getBytes(StandardCharsets.UTF_8));
    }

    @GET
    @Path("length")
    public Response length() {
      return Response.ok(new ByteArrayInputStream(new byte[1_000_000]))
          .header("Content-Length", 1_000_000)
          .build();
    }

    @GET
    @Path("copied")
    public Response copied(@QueryParam("bytes") int bytes) {
      return Response.ok(new ByteArrayInputStream(new byte[bytes]))
          .header("Transfer-Encoding", "chunked")
          .header("Content-Length", "many")
          .header("Connection", "keep-alive")
          .header("Keep-Alive", "timeout=5")
          .header("Upgrade", "h2c")
          .build();
    }

    @GET
    @Path("last")
    public Response last() {
      return Response.ok("last").header("Connection", "close").build();
    }

    @GET
    @Path("forgotten")
    public void forgotten(@Suspended AsyncResponse response) {
      response.setTimeoutHandler(late -> {});
      response.setTimeout(50, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("extended")
    public void extended(@Suspended AsyncResponse response) {
      response.setTimeoutHandler(
          late -> {
            late.setTimeoutHandler(later -> later.resume("extended"));
            late.setTimeout(50, TimeUnit.MILLISECONDS);
          });
      response.setTimeout(50, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("contentless")
    public Response contentless(@QueryParam("status") int status) {
      return Response.status(status).entity("x".repeat(20_000)).build();
    }
  }

  /** Twenty times: two threads take part in it. */
  @RepeatedTest(20)
  void headThatIsSetLaterChangesNothing() throws Exception {
    for (String path : List.of("/framed/written", "/framed/unclosed")) {
      HttpResponse<String> response = get(path);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("written");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void lengthThatTheApplicationStatesIsSentInPlaceOfChunks(String method) throws Exception {
    Raw response =
        raw("%s /framed/length HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".formatted(method));
    assertThat(response.head())
        .containsIgnoringCase("Content-Length: 1000000")
        .doesNotContainIgnoringCase("chunked");
    assertThat(response.body()).hasSize(method.equals("GET") ? 1_000_000 : 0);
  }

  /** Of a response that was got from elsewhere, for instance. */
  @ParameterizedTest
  @CsvSource({"100, HTTP_1_1", "100, HTTP_2", "100000, HTTP_1_1", "100000, HTTP_2"})
  void framingOfAnotherConnectionIsNotSent(int bytes, HttpClient.Version version) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(version).build()) {
      HttpResponse<String> response =
          client.send(
              request("/framed/copied?bytes=" + bytes).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(version);
      assertThat(response.body()).hasSize(bytes);
      assertThat(response.headers().allValues("Transfer-Encoding"))
          .hasSize(bytes > 8_192 && version == HttpClient.Version.HTTP_1_1 ? 1 : 0);
      assertThat(response.headers().allValues("Content-Length")).hasSize(bytes > 8_192 ? 0 : 1);
      if (version == HttpClient.Version.HTTP_2) {
        assertThat(response.headers().map())
            .doesNotContainKeys("connection", "keep-alive", "upgrade");
      }
    }
  }

  /** As TimeoutHandler states it; Jersey alone leaves the client waiting. */
  @Test
  void timeoutHandlerThatTakesNoActionIs503() throws Exception {
    assertThat(get("/framed/forgotten").statusCode()).isEqualTo(503);
    assertThat(get("/framed/extended").body()).isEqualTo("extended");
  }

  @Test
  void applicationMayCloseTheConnection() throws Exception {
    Raw response = raw("GET /framed/last HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(response.head()).containsIgnoringCase("Connection: close");
    assertThat(response.body()).isEqualTo("last");
  }

  @ParameterizedTest
  @CsvSource({
    "204, HTTP_1_1",
    "204, HTTP_2",
    "205, HTTP_1_1",
    "205, HTTP_2",
    "304, HTTP_1_1",
    "304, HTTP_2"
  })
  void contentIsDiscardedIfTheStatusHasNone(int status, HttpClient.Version version)
      throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(version).build()) {
      for (int i = 0; i < 2; i++) {
        HttpResponse<String> response =
            client.send(
                request("/framed/contentless?status=" + status).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEmpty();
      }
    }
  }

  /** A client that reads until the end of the connection must not be told that it is kept. */
  @Test
  void olderClientsThatKeepConnectionsGetALengthOrTheEndOfTheConnection() throws Exception {
    String request = "GET /entities/%s HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    Raw stream = raw(request.formatted("stream?bytes=100000"));
    assertThat(stream.head())
        .containsIgnoringCase("Connection: close")
        .doesNotContainIgnoringCase("keep-alive");
    assertThat(stream.body()).hasSize(100_000);
    Raw both = raw(request.formatted("text") + request.formatted("stream?bytes=20000"));
    assertThat(both.head())
        .containsIgnoringCase("Connection: keep-alive")
        .containsIgnoringCase("Content-Length: 4");
    assertThat(both.body()).startsWith("textHTTP/1.").endsWith("\r\n\r\n" + "y".repeat(20_000));
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Entities.class, Writing.class, Framed.class);
  }

  /** Grizzly sends chunks to clients of HTTP/1.0 too, who take their sizes for content. */
  @Test
  void olderClientsGetAStreamThatEndsWithTheConnection() throws Exception {
    Raw response = raw("GET /entities/flushed HTTP/1.0\r\n\r\n");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).hasSize(30_000).startsWith("aa").endsWith("cc");
    assertThat(response.head()).doesNotContainIgnoringCase("Transfer-Encoding");
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
    HttpResponse<String> response = get("/written");
    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).isEqualTo("written");
    assertThat(response.headers().firstValue("X-Late")).isEmpty();
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
