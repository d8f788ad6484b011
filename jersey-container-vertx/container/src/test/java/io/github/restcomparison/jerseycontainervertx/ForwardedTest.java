package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a proxy tells of the request that it received. */
class ForwardedTest {
  /** Returns the URIs and the security of its request. */
  @Path("told")
  public static class Told {
    @GET
    public String told(@Context UriInfo uris, @Context SecurityContext security) {
      return uris.getBaseUri() + " " + uris.getRequestUri() + " " + security.isSecure();
    }
  }

  private static VertxHttpServer start(String property) {
    ResourceConfig told = new ResourceConfig(Told.class);
    if (property != null) {
      told.property(VertxContainerProperties.FORWARDED_FIELDS, property);
    }
    return VertxHttpServerFactory.createHttpServer(URI.create("http://127.0.0.1:0/api"), told);
  }

  /** Sends fields, separated by "|", and returns the status line and the last line. */
  private static String send(String property, String fields) throws IOException {
    try (VertxHttpServer server = start(property);
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(20_000);
      String request =
          "GET /api/told?a=b HTTP/1.1\r\nHost: inner:8080\r\nConnection: close\r\n%s\r\n\r\n"
              .formatted(fields.replace("|", "\r\n"));
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.startsWith("HTTP/1.1 200 ")
          ? answer.substring(answer.indexOf("\r\n\r\n") + 4)
          : answer.substring(9, 12);
    }
  }

  private static String urisBelow(String server, boolean secure) {
    return "%s/api/ %<s/api/told?a=b %s".formatted(server, secure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      nullValues = "null",
      value = {
        "null; X-Forwarded-Proto: https|X-Forwarded-Host: a|X-Forwarded-Prefix: /p",
        "null; Forwarded: proto=https,host=a",
        "none; Forwarded: proto=https",
        "Forwarded; X-Forwarded-Proto: https|X-Forwarded-Host: a|X-Forwarded-Prefix: /p",
        "X-Forwarded; Forwarded: host=a",
        "X-Forwarded; X-None: a",
        "Forwarded; X-None: a",
        "Forwarded; Forwarded: for=192.0.2.60, host=a",
      })
  void fieldsThatAreNotTrustedDoNotCount(String property, String fields) throws Exception {
    assertThat(send(property, fields)).isEqualTo(urisBelow("http://inner:8080", false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "X-Forwarded-Proto: https ! https://inner:8080 ! true",
        "X-Forwarded-Host: a:81 ! http://a:81 ! false",
        "X-Forwarded-Proto: HTTPS|X-Forwarded-Host: a, b ! https://a ! true",
        "X-Forwarded-Prefix: /p/q ! http://inner:8080/p/q ! false",
        "X-Forwarded-Prefix: /p/, /q/ ! http://inner:8080/p/q ! false",
        "X-Forwarded-Prefix: / ! http://inner:8080 ! false",
        "X-Forwarded-Prefix: /p%20q ! http://inner:8080/p%20q ! false",
      })
  void fieldsOfTheFirstProxyCount(String fields, String server, boolean secure) throws Exception {
    assertThat(send("X-Forwarded", fields)).isEqualTo(urisBelow(server, secure));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "Forwarded: for=192.0.2.60;proto=https;by=203.0.113.43;host=a ! https://a ! true",
        "Forwarded: Host=\"a:81\";PROTO=http ! http://a:81 ! false",
        "Forwarded: for=\"a;host=b,\\\"\"; host=a , host=c;proto=https ! http://a ! false",
        "Forwarded: host=\"[2001:db8::1]:81\" ! http://[2001:db8::1]:81 ! false",
        "Forwarded: host=a|Forwarded: host=b ! http://a ! false",
      })
  void elementOfTheFirstProxyCounts(String fields, String server, boolean secure) throws Exception {
    assertThat(send("forwarded", fields)).isEqualTo(urisBelow(server, secure));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "X-Forwarded; X-Forwarded-Proto: javascript",
        "X-Forwarded; X-Forwarded-Host: a/b",
        "X-Forwarded; X-Forwarded-Host: a@b",
        "X-Forwarded; X-Forwarded-Prefix: .evil.test",
        "X-Forwarded; X-Forwarded-Prefix: /p?q",
        "Forwarded; Forwarded: proto=ftp",
      })
  void fieldsThatAreInvalidAre400(String property, String fields) throws Exception {
    assertThat(send(property, fields)).isEqualTo("400");
  }

  @Test
  void otherFieldsAreRefused() {
    assertThatThrownBy(() -> start("x-real-ip").close())
        .hasMessage("forwardedFields: 'x-real-ip' is not none, Forwarded or X-Forwarded");
  }
}
