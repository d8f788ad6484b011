package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PfxOptions;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies below the meaning of HTTP: its versions, TLS, and Vert.x itself. */
class TransportsTest {
  private static Keys servers;
  private static Keys clients;

  @BeforeAll
  static void makeKeys(@TempDir java.nio.file.Path folder) throws Exception {
    servers = Keys.make(folder, "server");
    clients = Keys.make(folder, "client");
  }

  private static PfxOptions options(Keys keys) {
    return new PfxOptions().setPath(keys.file().toString()).setPassword(Keys.PASSWORD);
  }

  /** Says what it was asked over. */
  @Path("over")
  @Singleton
  public static class Over {
    @Context private HttpServerRequest request;
    @Context private Vertx vertx;
    @Context private io.vertx.core.Context context;
    @Context private SecurityContext security;
    @Context private UriInfo uri;

    @GET
    @Path("what")
    public String what() {
      return request.version() + " " + security.isSecure() + " " + uri.getRequestUri().getScheme();
    }

    @GET
    @Path("who")
    public String who() {
      return security.getUserPrincipal() + " " + security.getAuthenticationScheme();
    }

    @GET
    @Path("address")
    public String address() {
      return request.remoteAddress().hostAddress();
    }

    @GET
    @Path("vertx")
    public String vertx() {
      return context.owner().toString().equals(vertx.toString())
          + " "
          + context.isEventLoopContext();
    }

    @POST
    @Path("count")
    public String count(InputStream body) throws IOException {
      return Long.toString(body.transferTo(OutputStream.nullOutputStream()));
    }
  }

  private static String ask(HttpClient client, VertxHttpServer server, String path)
      throws IOException, InterruptedException {
    return client
        .send(Servers.request(server, path).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @ParameterizedTest
  @CsvSource({"HTTP_1_1, HTTP_1_1", "HTTP_2, HTTP_2"})
  void bothVersionsAreSpokenWithoutTls(HttpClient.Version version, String seen) throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class));
        HttpClient client = HttpClient.newBuilder().version(version).build()) {
      assertThat(ask(client, server, "over/what")).isEqualTo(seen + " false http");
      HttpRequest large =
          Servers.request(server, "over/count")
              .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1_000_000]))
              .build();
      assertThat(client.send(large, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("1000000");
    }
  }

  @ParameterizedTest
  @CsvSource({"HTTP_1_1, HTTP_1_1", "HTTP_2, HTTP_2"})
  void bothVersionsAreSpokenWithTlsAndTheClientIsKnown(HttpClient.Version version, String seen)
      throws Exception {
    HttpServerOptions tls =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setClientAuth(ClientAuth.REQUEST)
            .setTrustOptions(options(clients))
            .setKeyCertOptions(options(servers));
    try (VertxHttpServer server =
            VertxHttpServerFactory.createHttpServer(
                URI.create("https://127.0.0.1:0/"), new ResourceConfig(Over.class), tls);
        HttpClient client =
            HttpClient.newBuilder()
                .version(version)
                .sslContext(clients.trusting(servers))
                .build()) {
      assertThat(ask(client, server, "over/what")).isEqualTo(seen + " true https");
      assertThat(ask(client, server, "over/who")).isEqualTo("CN=client CLIENT_CERT");
    }
  }

  @Test
  void addressAndOptionsMustAgreeOnTls() {
    assertThatThrownBy(
            () ->
                VertxHttpServerFactory.createHttpServer(
                    URI.create("https://127.0.0.1:0/"), new ResourceConfig(Over.class)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("https://127.0.0.1:0/, and options without TLS");
  }

  @Test
  void vertxAndItsRequestAreInjected() throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class))) {
      assertThat(Servers.get(server, "over/address").body()).isEqualTo("127.0.0.1");
      assertThat(Servers.get(server, "over/vertx").body()).isEqualTo("true true");
    }
  }

  /** A tunnel is what no application has, and its request has no path. */
  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void connectIsNotImplemented(HttpVersion version) throws Exception {
    Vertx vertx = Vertx.vertx();
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class))) {
      RequestOptions connect =
          new RequestOptions()
              .setMethod(HttpMethod.CONNECT)
              .setHost("127.0.0.1")
              .setPort(server.port());
      assertThat(
              vertx
                  .createHttpClient(
                      new HttpClientOptions()
                          .setProtocolVersion(version)
                          .setHttp2ClearTextUpgrade(false))
                  .request(connect)
                  .compose(HttpClientRequest::connect)
                  .await(20, TimeUnit.SECONDS)
                  .statusCode())
          .isEqualTo(501);
    } finally {
      vertx.close().await(20, TimeUnit.SECONDS);
    }
  }

  /** Sends a request as it is, and returns the status line. */
  private static String raw(String request) throws IOException {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class));
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  /** RFC 9112, 3.2 and 3.3; RFC 9110, 4.2.1 and 7.4. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET over/what HTTP/1.1\r\nHost: a",
        "GET * HTTP/1.1\r\nHost: a",
        "GET http:///over/what HTTP/1.1\r\nHost: a",
        "GET http://a@b/over/what HTTP/1.1\r\nHost: a",
        "GET https://a/over/what HTTP/1.1\r\nHost: a",
        "GET ftp://a/over/what HTTP/1.1\r\nHost: a",
        "GET /over/what HTTP/1.1\r\nHost: ",
        "GET /over/what HTTP/1.1\r\nHost: :80",
        "GET /over/what HTTP/1.1\r\nHost: a@b",
        "GET /over/what HTTP/1.1\r\nHost: a b",
        "GET /over/what HTTP/1.1",
        "GET /over/what HTTP/1.0\r\nHost: a\r\nHost: b",
        "GET /over/what HTTP/1.1\r\nHost: a\r\nHost: a",
      })
  void requestWithoutAUriOfTheServerIs400(String request) throws Exception {
    assertThat(raw(request + "\r\n\r\n")).matches("HTTP/1.[01] 400.*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /over/what HTTP/1.0",
        "GET /over/what HTTP/1.0\r\nHost: ",
        "GET /over/what HTTP/1.1\r\nHost: my_host:81",
        "GET http://a/over/what HTTP/1.1\r\nHost: ",
        "GET HTTP://a/over/what HTTP/1.1\r\nHost: b"
      })
  void requestWithAUriOfTheServerIsAnswered(String request) throws Exception {
    assertThat(raw(request + "\r\n\r\n")).matches("HTTP/1.[01] 200.*");
  }
}
