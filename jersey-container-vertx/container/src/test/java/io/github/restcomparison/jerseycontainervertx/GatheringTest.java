package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content that is gathered until there are more than 10 bytes, and what can change before. */
class GatheringTest {
  private static VertxHttpServer server;

  /** Content in parts; its writer fails behind an exclamation mark. */
  record Parts(String text) {}

  /** Responds on the event loop, and on another thread. */
  @Path("/")
  public static class Resource {
    @GET
    @Path("suspended")
    public void suspended(@QueryParam("parts") String parts, @Suspended AsyncResponse response) {
      response.resume(new Parts(parts));
    }

    @GET
    @Path("returned")
    public Response returned(@QueryParam("parts") String parts) {
      return Response.ok(new Parts(parts)).build();
    }
  }

  /** Writes the parts, flushes behind each, and adds a field to the head behind all. */
  @NonBlocking
  public static class PartsWriter implements MessageBodyWriter<Parts> {
    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] marks, MediaType media) {
      return type == Parts.class;
    }

    @Override
    public void writeTo(
        Parts parts,
        Class<?> type,
        Type generic,
        Annotation[] marks,
        MediaType media,
        MultivaluedMap<String, Object> headers,
        OutputStream out)
        throws IOException {
      for (String part : parts.text().split("-")) {
        out.write(part.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        if (part.endsWith("!")) {
          throw new NotSupportedException("as asked");
        }
      }
      headers.add("Written", "all");
    }
  }

  /** Responds with a shorter entity. */
  @NonBlocking
  public static class Mapper implements ExceptionMapper<NotSupportedException> {
    @Override
    public Response toResponse(NotSupportedException error) {
      return Response.status(422).entity("mapped").build();
    }
  }

  /** Wraps the stream, if its request has a field that says so. */
  @NonBlocking
  public static class Wrapper implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      if (request.getHeaderString("Wrap") != null) {
        response.setEntityStream(
            new FilterOutputStream(response.getEntityStream()) {
              @Override
              public void write(int b) throws IOException {
                out.write(Character.toUpperCase(b));
              }
            });
      }
    }
  }

  @BeforeAll
  static void start() {
    server =
        Servers.start(
            new ResourceConfig(Resource.class, PartsWriter.class, Mapper.class, Wrapper.class)
                .property(CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER, 10));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<String> send(String method, String path, boolean wraps)
      throws Exception {
    HttpRequest.Builder request =
        Servers.request(server, path).method(method, HttpRequest.BodyPublishers.noBody());
    if (wraps) {
      request.header("Wrap", "yes");
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static OptionalLong length(HttpResponse<?> response) {
    return response.headers().firstValueAsLong("Content-Length");
  }

  @ParameterizedTest
  @CsvSource({
    "suspended, '', 0",
    "returned, '', 0",
    "suspended, 12345-67890, 10",
    "returned, 12345-67890, 10",
    "suspended, 12345-678901-23, -1",
    "returned, 12345-678901-23, -1",
    "returned, abcdefghijklmn, -1"
  })
  void lengthOfWhatFitsIsKnown(String way, String parts, long length) throws Exception {
    for (boolean wraps : new boolean[] {false, true}) {
      HttpResponse<String> response = send("GET", "/" + way + "?parts=" + parts, wraps);
      String content = parts.replace("-", "");
      assertThat(response.body()).isEqualTo(wraps ? content.toUpperCase(Locale.ROOT) : content);
      assertThat(length(response).orElse(-1)).isEqualTo(length);
      assertThat(response.headers().firstValue("Written").isPresent()).isEqualTo(length >= 0);
      assertThat(length(send("HEAD", "/" + way + "?parts=" + parts, wraps)).orElse(-1))
          .isEqualTo(length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"suspended", "returned"})
  void errorIsMappedWhileAllIsGathered(String way) throws Exception {
    for (boolean wraps : new boolean[] {false, true}) {
      HttpResponse<String> response = send("GET", "/" + way + "?parts=12345678!", wraps);
      assertThat(response.statusCode()).isEqualTo(422);
      assertThat(response.body()).isEqualTo(wraps ? "MAPPED" : "mapped");
      assertThat(length(response)).hasValue(6);
    }
    assertThatThrownBy(() -> send("GET", "/" + way + "?parts=12345-678901!", false))
        .isInstanceOf(IOException.class);
  }
}
