package io.github.restcomparison.jersey.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes with a request, and what goes back. */
abstract class EntityBehaviours extends Behaviours {
  EntityBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Entities.class);
  }

  /** A method of nobody's. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @HttpMethod("REPORT")
  public @interface Report {}

  /** Sends back what it gets. */
  @Path("entities")
  public static class Entities {
    @GET
    @Path("text")
    public String text() {
      return "text";
    }

    @GET
    @Path("of")
    public String of(@QueryParam("bytes") int bytes) {
      return "x".repeat(bytes);
    }

    @GET
    @Path("bytes")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public byte[] bytes() {
      return new byte[] {0, 1, -1, 127, -128};
    }

    @GET
    @Path("nothing")
    public void nothing() {}

    @GET
    @Path("null")
    public String nothingAtAll() {
      return null;
    }

    @GET
    @Path("empty")
    public String empty() {
      return "";
    }

    @GET
    @Path("status")
    public Response status(@QueryParam("is") int status) {
      return Response.status(status).build();
    }

    @GET
    @Path("reason")
    public Response reason() {
      return Response.status(299, "Odd").entity("odd").build();
    }

    @GET
    @Path("stream")
    public StreamingOutput stream(@QueryParam("bytes") int bytes) {
      return out -> {
        byte[] block = "y".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
        for (int left = bytes; left > 0; left -= block.length) {
          out.write(block, 0, Math.min(left, block.length));
        }
      };
    }

    @GET
    @Path("flushed")
    public StreamingOutput flushed() {
      return out -> {
        for (String piece : new String[] {"a", "b", "c"}) {
          out.write(piece.repeat(10_000).getBytes(StandardCharsets.US_ASCII));
          out.flush();
        }
      };
    }

    @GET
    @Path("input")
    public InputStream input() {
      return new ByteArrayInputStream("of a stream".getBytes(StandardCharsets.UTF_8));
    }

    @POST
    @Path("echo")
    public String echo(String body) {
      return body;
    }

    @POST
    @Path("echo-bytes")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public byte[] echo(byte[] body) {
      return body;
    }

    @POST
    @Path("count")
    public String count(InputStream body) throws IOException {
      return Long.toString(body.transferTo(java.io.OutputStream.nullOutputStream()));
    }

    @POST
    @Path("read-a-little")
    public String little(InputStream body) throws IOException {
      return new String(body.readNBytes(3), StandardCharsets.UTF_8);
    }

    @POST
    @Path("reader")
    public String reader(Reader body) throws IOException {
      char[] characters = new char[100];
      return new String(characters, 0, Math.max(0, body.read(characters)));
    }

    @POST
    @Path("ignored")
    public String ignored() {
      return "ignored";
    }

    @POST
    @Path("form")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public String form(@FormParam("a") String a, @FormParam("b") String b) {
      return a + "," + b;
    }

    @POST
    @Path("json-only")
    @Consumes(MediaType.APPLICATION_JSON)
    public String json(String body) {
      return body;
    }

    @GET
    @Path("either")
    @Produces({MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
    public String either() {
      return "{}";
    }

    @PUT
    @Path("put")
    public Response put(String body) {
      return Response.accepted(body).build();
    }

    @DELETE
    @Path("delete")
    public void delete() {}

    @PATCH
    @Path("patch")
    public String patch(String body) {
      return "patched " + body;
    }

    @HEAD
    @Path("head-only")
    public Response head() {
      return Response.ok().header("X-Head", "1").build();
    }

    @Report
    @Path("report")
    public String report() {
      return "reported";
    }
  }

  @Test
  void textHasItsLength() throws Exception {
    HttpResponse<String> response = get("/entities/text");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("text");
    assertThat(response.headers().firstValue("Content-Length")).hasValue("4");
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
  }

  /** Around the 8 KiB that Jersey gathers to know a length, and the network's own buffers. */
  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 8_191, 8_192, 8_193, 16_383, 16_384, 16_385, 65_536, 300_000, 3_000_000})
  void entitiesOfEverySizeComeWhole(int bytes) throws Exception {
    assertThat(get("/entities/of?bytes=" + bytes).body()).hasSize(bytes).matches("x*");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8_192, 8_193, 16_384, 16_385, 300_000, 3_000_000})
  void streamsOfEverySizeComeWhole(int bytes) throws Exception {
    assertThat(get("/entities/stream?bytes=" + bytes).body()).hasSize(bytes).matches("y*");
  }

  @Test
  void streamThatIsFlushedHasNoLength() throws Exception {
    HttpResponse<String> response = get("/entities/flushed");
    assertThat(response.body()).hasSize(30_000).startsWith("aa").endsWith("cc");
    assertThat(response.headers().firstValue("Content-Length")).isEmpty();
  }

  @Test
  void inputStreamIsSentAndBytesAreNotChanged() throws Exception {
    assertThat(get("/entities/input").body()).isEqualTo("of a stream");
    HttpResponse<byte[]> response =
        http().send(request("/entities/bytes").build(), HttpResponse.BodyHandlers.ofByteArray());
    assertThat(response.body()).containsExactly(0, 1, -1, 127, -128);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "null"})
  void nothingIs204WithoutALength(String what) throws Exception {
    HttpResponse<String> response = get("/entities/" + what);
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void emptyEntityIs200() throws Exception {
    HttpResponse<String> response = get("/entities/empty");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("Content-Length")).hasValue("0");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 301, 304, 400, 401, 404, 409, 418, 500, 503})
  void statusIsThatOfTheResource(int status) throws Exception {
    HttpResponse<String> response = get("/entities/status?is=" + status);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void reasonIsThatOfTheResource() throws Exception {
    assertThat(rawGet("/entities/reason").head()).startsWith("HTTP/1.1 299 Odd\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000, 65_535, 65_536, 65_537, 1_000_000})
  void bodiesOfEverySizeArriveWhole(int bytes) throws Exception {
    String body = "z".repeat(bytes);
    assertThat(post("/entities/echo", body).body()).isEqualTo(body);
    assertThat(post("/entities/count", body).body()).isEqualTo(Integer.toString(bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_537, 1_000_000})
  void bodiesWithoutALengthArriveWhole(int bytes) throws Exception {
    HttpRequest.Builder chunked =
        request("/entities/count")
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(new byte[bytes])));
    assertThat(send(chunked).body()).isEqualTo(Integer.toString(bytes));
  }

  @Test
  void charactersAreThoseOfUtf8() throws Exception {
    assertThat(post("/entities/echo", "äöü€𝄞").body()).isEqualTo("äöü€𝄞");
    assertThat(post("/entities/reader", "äöü€").body()).isEqualTo("äöü€");
  }

  @Test
  void bodyThatIsReadInPartOrNotAtAllDoesNotDisturbTheNextRequest() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(post("/entities/read-a-little", "abcdef".repeat(20_000)).body()).isEqualTo("abc");
      assertThat(post("/entities/ignored", "x".repeat(100_000)).body()).isEqualTo("ignored");
      assertThat(get("/entities/text").body()).isEqualTo("text");
    }
  }

  @Test
  void clientThatAsksBeforeItSendsIsToldToGoOn() throws Exception {
    HttpRequest.Builder careful =
        request("/entities/echo")
            .expectContinue(true)
            .POST(HttpRequest.BodyPublishers.ofString("careful"));
    assertThat(send(careful).body()).isEqualTo("careful");
  }

  @Test
  void formIsRead() throws Exception {
    HttpRequest.Builder form =
        request("/entities/form")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("a=1+2&b=%C3%A4"));
    assertThat(send(form).body()).isEqualTo("1 2,ä");
  }

  @Test
  void typeThatIsNotTakenIs415AndOneThatIsNotMade406() throws Exception {
    HttpRequest.Builder text =
        request("/entities/json-only")
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString("x"));
    assertThat(send(text).statusCode()).isEqualTo(415);
    assertThat(send(request("/entities/either").header("Accept", "image/png")).statusCode())
        .isEqualTo(406);
  }

  @Test
  void typeIsTheOneThatTheClientPrefers() throws Exception {
    HttpRequest.Builder text =
        request("/entities/either").header("Accept", "application/json;q=0.5, text/plain");
    assertThat(send(text).headers().firstValue("Content-Type")).hasValue("text/plain");
    HttpRequest.Builder json = request("/entities/either").header("Accept", "application/*");
    assertThat(send(json).headers().firstValue("Content-Type")).hasValue("application/json");
  }

  @Test
  void otherMethodsReachTheirResources() throws Exception {
    HttpResponse<String> put =
        send(request("/entities/put").PUT(HttpRequest.BodyPublishers.ofString("in")));
    assertThat(put.statusCode()).isEqualTo(202);
    assertThat(put.body()).isEqualTo("in");
    assertThat(send(request("/entities/delete").DELETE()).statusCode()).isEqualTo(204);
    HttpRequest.Builder patch =
        request("/entities/patch").method("PATCH", HttpRequest.BodyPublishers.ofString("it"));
    assertThat(send(patch).body()).isEqualTo("patched it");
    HttpRequest.Builder report =
        request("/entities/report").method("REPORT", HttpRequest.BodyPublishers.noBody());
    assertThat(send(report).body()).isEqualTo("reported");
  }

  @Test
  void methodThatAResourceDoesNotHaveIs405() throws Exception {
    HttpResponse<String> response = post("/entities/text", "x");
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow").orElseThrow()).contains("GET", "OPTIONS");
  }

  @Test
  void headHasTheFieldsOfGetAndNoBody() throws Exception {
    Raw head =
        raw(
            "HEAD /entities/of?bytes=100 HTTP/1.1\r\nHost: "
                + authority()
                + "\r\nConnection: close\r\n\r\n");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.head()).containsIgnoringCase("Content-Length: 100");
  }

  @Test
  void headMayBeAResourceOfItsOwn() throws Exception {
    HttpRequest.Builder head =
        request("/entities/head-only").method("HEAD", HttpRequest.BodyPublishers.noBody());
    assertThat(send(head).headers().firstValue("X-Head")).hasValue("1");
  }

  @Test
  void optionsSayWhatThereIs() throws Exception {
    HttpRequest.Builder options =
        request("/entities/text").method("OPTIONS", HttpRequest.BodyPublishers.noBody());
    assertThat(send(options).headers().firstValue("Allow").orElseThrow())
        .contains("GET", "HEAD", "OPTIONS");
  }

  @Test
  void requestsOfOneConnectionAreAnsweredInTheirOrder() throws Exception {
    String one = "GET /entities/of?bytes=%d HTTP/1.1\r\nHost: " + authority() + "\r\n%s\r\n";
    Raw answers =
        raw(
            one.formatted(3, "")
                + one.formatted(20_000, "")
                + one.formatted(5, "Connection: close\r\n"));
    assertThat(answers.body()).startsWith("xxx").endsWith("\r\n\r\nxxxxx");
    assertThat(answers.body().split("HTTP/1.1 200", -1)).hasSize(3);
  }
}
