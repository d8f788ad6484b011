package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PfxOptions;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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
import java.util.Arrays;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies below the meaning of HTTP: its versions, TLS, and Vert.x itself. */
class TransportsTest {
  /** Frames of HTTP/2. */
  private static final int HEADERS = 1;

  private static final int SETTINGS = 4;

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

  /** The client upgrades to HTTP/2 with its first request. */
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 65_536, 1_000_000})
  void upgradeMayComeWithContent(int bytes) throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class));
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      for (int i = 0; i < 2; i++) {
        HttpRequest request =
            Servers.request(server, "over/count")
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).isEqualTo(Integer.toString(bytes));
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      }
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

  /** No application has tunnels; in HTTP/2 the request for one has no path. */
  @Test
  void connectIsRefused() throws Exception {
    assertThat(raw("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")).startsWith("HTTP/1.1 400");
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class));
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(20_000);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      writeFrame(out, SETTINGS, 0, new byte[0]);
      // Literals with the names 2 and 1 of the static table.
      writeFrame(out, HEADERS, 1, "\2\7CONNECT\1\1a".getBytes(StandardCharsets.US_ASCII));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] block = null;
      while (block == null) {
        int head = in.readInt();
        boolean withPriority = (in.readByte() & 0x20) != 0;
        in.readInt();
        byte[] payload = in.readNBytes(head >>> 8);
        if ((head & 0xff) == HEADERS) {
          block = Arrays.copyOfRange(payload, withPriority ? 5 : 0, payload.length);
        }
      }
      Http2Headers headers =
          new DefaultHttp2HeadersDecoder().decodeHeaders(1, Unpooled.wrappedBuffer(block));
      assertThat(headers.status()).hasToString("400");
    }
  }

  private static void writeFrame(DataOutputStream out, int type, int stream, byte[] payload)
      throws IOException {
    out.writeInt(payload.length << 8 | type);
    out.writeByte(type == HEADERS ? 0x4 : 0); // END_HEADERS
    out.writeInt(stream);
    out.write(payload);
    out.flush();
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
  void requestWithAUriOfTheServerIs200(String request) throws Exception {
    assertThat(raw(request + "\r\n\r\n")).matches("HTTP/1.[01] 200.*");
  }

  /** Sends content when it is asked for, or at once; returns what the server sent. */
  private static String expecting(String head, int bytes, boolean sendsAtOnce) throws IOException {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class));
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      String fields = "\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: " + bytes;
      out.write((head + fields + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      if (sendsAtOnce) {
        out.write(new byte[bytes]);
      }
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      String first = head(in);
      if (!first.contains(" 100 ")) {
        return first;
      }
      out.write(new byte[bytes]);
      return first + head(in);
    }
  }

  private static String head(BufferedReader in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      head.append(line).append('\n');
    }
    return head.toString();
  }

  /** RFC 9110, 10.1.1. */
  @ParameterizedTest
  @ValueSource(ints = {1_000_000, 10})
  void contentIsAskedForOnce(int bytes) throws Exception {
    String response = expecting("POST /over/count HTTP/1.1", bytes, false);
    assertThat(response).matches("(?s)HTTP/1.1 100 Continue\nHTTP/1.1 200 .*");
    assertThat(response)
        .contains("content-length: " + Integer.toString(bytes).length())
        .doesNotContainIgnoringCase("Connection: close");
  }

  @Test
  void clientsOfHttp10AreNotAsked() throws Exception {
    assertThat(expecting("POST /over/count HTTP/1.0", 10, true)).startsWith("HTTP/1.0 200 ");
  }

  @Test
  void connectionIsKeptBehindContentThatWasAskedFor() throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Over.class));
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          Servers.request(server, "over/count")
              .version(HttpClient.Version.HTTP_1_1)
              .expectContinue(true)
              .POST(HttpRequest.BodyPublishers.ofString("content"));
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.body()).isEqualTo("7");
      assertThat(response.headers().firstValue("Connection")).isEmpty();
    }
  }
}
