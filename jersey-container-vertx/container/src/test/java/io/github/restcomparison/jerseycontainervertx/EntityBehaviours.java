package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.Application;
import java.io.ByteArrayInputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
  void responsesOfOneConnectionAreInTheOrderOfTheRequests() throws Exception {
    String one = "GET /entities/of?bytes=%d HTTP/1.1\r\nHost: " + authority() + "\r\n%s\r\n";
    Raw responses =
        raw(
            one.formatted(3, "")
                + one.formatted(20_000, "")
                + one.formatted(5, "Connection: close\r\n"));
    assertThat(responses.body()).startsWith("xxx").endsWith("\r\n\r\nxxxxx");
    assertThat(responses.body().split("HTTP/1.1 200", -1)).hasSize(3);
  }
}
