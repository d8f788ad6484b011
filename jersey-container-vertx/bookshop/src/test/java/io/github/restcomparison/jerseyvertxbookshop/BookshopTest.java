package io.github.restcomparison.jerseyvertxbookshop;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client gets, over a socket. */
class BookshopTest {
  private static final String EMMA =
      "{\"isbn\":\"9780141439587\",\"pence\":799,\"title\":\"Emma\"}";
  private static final String COVER = "books/9780141439587/cover";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private Bookshop shop;

  @BeforeEach
  void start() {
    shop = new Bookshop(0);
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    shop.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + shop.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request("/api/" + path));
  }

  private HttpResponse<String> post(String path, String type, BodyPublisher content)
      throws Exception {
    return send(request("/api/" + path).header("Content-Type", type).POST(content));
  }

  private HttpResponse<String> add(String book) throws Exception {
    return post("books", "application/json", BodyPublishers.ofString(book));
  }

  @Test
  void booksAreJson() throws Exception {
    HttpResponse<String> added = add(EMMA);
    assertThat(added.statusCode()).isEqualTo(201);
    String location = added.headers().firstValue("Location").orElseThrow();
    assertThat(location).endsWith("/api/books/9780141439587");
    assertThat(send(request(URI.create(location).getPath())).body()).isEqualTo(EMMA);
    assertThat(get("books").body()).isEqualTo("[" + EMMA + "]");
    assertThat(add(EMMA).statusCode()).isEqualTo(409);
    assertThat(get("books/9780000000000").statusCode()).isEqualTo(404);
  }

  @Test
  void booksAreValidated() throws Exception {
    assertThat(add("{\"isbn\":\"1\",\"title\":\"Emma\"}").statusCode()).isEqualTo(400);
    assertThat(add("{\"isbn\":\"9780141439587\",\"title\":\" \"}").statusCode()).isEqualTo(400);
    assertThat(get("books").body()).isEqualTo("[]");
  }

  @Test
  void stockIsSentLater() throws Exception {
    assertThat(get("books/9780141439587/stock").body())
        .isEqualTo("{\"copies\":3,\"isbn\":\"9780141439587\"}");
  }

  @Test
  void newBooksAreEvents() throws Exception {
    try (Stream<String> lines =
        client.send(request("/api/news").build(), BodyHandlers.ofLines()).body()) {
      Iterator<String> received = lines.iterator();
      assertThat(received.next()).isEqualTo(": open");
      add(EMMA);
      String event = CompletableFuture.supplyAsync(() -> next(received, "data:")).get(30, SECONDS);
      assertThat(event).isEqualTo("data: " + EMMA);
    }
  }

  private static String next(Iterator<String> lines, String start) {
    String line = lines.next();
    while (!line.startsWith(start)) {
      line = lines.next();
    }
    return line;
  }

  @Test
  void coverIsUploadedAsStream() throws Exception {
    byte[] picture = new byte[20_000_000];
    Arrays.fill(picture, (byte) 7);
    HttpRequest.Builder upload =
        request("/api/" + COVER)
            .header("Content-Type", "application/octet-stream")
            .PUT(BodyPublishers.ofByteArray(picture));
    assertThat(send(upload).statusCode()).isEqualTo(204);
    try (InputStream received =
        client.send(request("/api/" + COVER).build(), BodyHandlers.ofInputStream()).body()) {
      assertThat(received).hasBinaryContent(picture);
    }
  }

  @Test
  void coverIsUploadedByForm() throws Exception {
    String form =
        """
        --line
        Content-Disposition: form-data; name="file"; filename="emma.png"
        Content-Type: application/octet-stream

        ten bytes.
        --line--
        """
            .replace("\n", "\r\n");
    assertThat(
            post(COVER, "multipart/form-data; boundary=line", BodyPublishers.ofString(form)).body())
        .isEqualTo("emma.png: 10 bytes");
    assertThat(get(COVER).body()).isEqualTo("ten bytes.");
  }

  @Test
  void filesAreBesideTheApi() throws Exception {
    assertThat(send(request("/index.html")).body()).contains("<title>Bookshop");
    assertThat(get("none").statusCode()).isEqualTo(404);
  }
}
